/**
 * Calls `onKnown` with a value: synchronously if the value is available, otherwise when its promise resolves. For hot paths
 * whose values are nearly always cached, because a promise for each value would cost more than the check.
 */
export function whenKnown<T, R>(
  value: T | Promise<T>,
  onKnown: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(onKnown) : onKnown(value)
}
