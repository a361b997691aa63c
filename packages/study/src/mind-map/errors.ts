import { CuboError } from '@cubo/contracts';

/** A map or a node was asked for that there is not. */
export function mapNotFound(map: string, node?: string): CuboError {
  return new CuboError({
    code: 'CUBO_STUDY_NOT_FOUND',
    message:
      node === undefined
        ? `There is no mind map ${JSON.stringify(map)}.`
        : `The mind map ${JSON.stringify(map)} has no node ${JSON.stringify(node)}.`,
    remedy: 'Pass an id as list() and get() tell it.',
  });
}

/** A map cannot be made or changed like this. */
export function badMap(message: string, remedy: string): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}
