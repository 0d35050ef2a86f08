/** Milliseconds for which an alarm that appears or changes ignores presses, because they were meant for what stood there before. */
export const arrivalDelayMs = 1_000
