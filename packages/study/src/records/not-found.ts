import { CuboError } from '@cubo/contracts';

/** What is thrown for an id that nothing has. */
export function notFound(what: string, id: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_STUDY_NOT_FOUND',
    message: `There is no ${what} with the id ${JSON.stringify(id) ?? String(id)}.`,
    remedy: 'It may have been deleted: list what there is.',
  });
}
