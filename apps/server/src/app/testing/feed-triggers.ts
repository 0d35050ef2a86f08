/**
 * The triggers that write events or alerts, by table, with the places that write its rows. A trigger is kept only where two or
 * more write them (decision 021): what one feature alone writes publishes and alerts beside the write.
 */
export const feedTriggers: Readonly<Record<string, readonly string[]>> = {}
