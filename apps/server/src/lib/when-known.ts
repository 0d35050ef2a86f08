/**
 * Goes on with a value: at once where it is there, else when its promise resolves. For hot paths, whose values are nearly
 * always held in memory: a promise for each of them costs more than the question.
 */
export function whenKnown<T, R>(value: T | Promise<T>, goOn: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}
