import { type Clock, systemClock } from 'pg-boss'

const origin = Date.now() - performance.now()

/**
 * Returns the time at the start of this process plus the elapsed time. The queue waits by this clock: with the machine's, setting
 * it back an hour would stop all jobs for an hour. For the time of day, the queue corrects this by the database clock.
 */
export const steadyClock: Clock = { ...systemClock, now: () => origin + performance.now() }
