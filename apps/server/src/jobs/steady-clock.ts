import { type Clock, systemClock } from 'pg-boss'

const begun = Date.now() - performance.now()

/**
 * The time of day when this process began, and what has passed since. The queue waits by the clock it is given: by that of the
 * machine, one that is put back by an hour would stop all jobs for as long. Where it needs the time of day, it corrects this
 * by the clock of the database.
 */
export const steadyClock: Clock = { ...systemClock, now: () => begun + performance.now() }
