/** Synchronous for available values: on hot paths, a promise for each would cost more than the check. */
export function whenKnown<T, R>(
  value: T | Promise<T>,
  onKnown: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(onKnown) : onKnown(value)
}
