import { type Clock, systemClock } from 'pg-boss'

const origin = Date.now() - performance.now()

/**
 * Elapsed time since this process started: by the machine's clock, an hour back would stop all jobs for an hour. For the time of
 * day, the queue corrects it by the database clock.
 */
export const steadyClock: Clock = { ...systemClock, now: () => origin + performance.now() }
