import { type Clock, systemClock } from 'pg-boss'

const origin = Date.now() - performance.now()

/**
 * A clock that adds the elapsed time to the time at which this process started. The queue waits by this clock, because with the
 * machine's clock, setting the time back an hour would stop all jobs for an hour. For the time of day, the queue corrects this
 * clock by the database clock.
 */
export const steadyClock: Clock = { ...systemClock, now: () => origin + performance.now() }
