/** SQL for the `content` of a row without what it quotes: of an object that is what stands under `quoted`, else all of it. */
export const withoutQuoted = `CASE json_type(content)
  WHEN 'object' THEN json_set(json_remove(content, '$.quoted'), '$.erased', json('true'))
  ELSE json_object('erased', json('true')) END`;
