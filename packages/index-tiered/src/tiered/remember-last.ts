/** A function that remembers its last result, and gives it again for the very same two arguments. */
export function rememberLast<First, Second, Result>(
  compute: (first: First, second: Second) => Result,
): (first: First, second: Second) => Result {
  let last: { readonly first: First; readonly second: Second; readonly result: Result } | undefined;
  return (first, second) => {
    if (last === undefined || last.first !== first || last.second !== second) {
      last = { first, second, result: compute(first, second) };
    }
    return last.result;
  };
}
