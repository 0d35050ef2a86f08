/**
 * How something urgent gets to a person: as a notification on a device, in the app only, where they are signed in and may open it, or not
 * at all. An account is not a device.
 */
export const reachWays = ['device', 'app', 'none'] as const
export type ReachWay = (typeof reachWays)[number]

/** What is known of a call to somebody on a roll: it was seen, a device got it, or there is no device that could. */
export const callStates = ['seen', 'delivered', 'no_device'] as const
export type CallState = (typeof callStates)[number]
