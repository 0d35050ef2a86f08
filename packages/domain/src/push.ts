/** Devices of one person that are sent notifications; the specification names no such number. */
export const pushDevicesMost = 20
/** Characters of a subscription's address; push services use a few hundred. */
export const pushEndpointMost = 1_000
/** Bytes of a notification as JSON. A push service takes 4,096 with the encryption around it. */
export const pushPayloadBytes = 3_000

/** How soon a push service delivers to a device that saves its battery; the words of RFC 8030. */
export const pushUrgencies = ['very-low', 'low', 'normal', 'high'] as const
export type PushUrgency = (typeof pushUrgencies)[number]

/**
 * The result of one try: `gone` when the subscription ended and was removed, `later` when another try may do, `refused` when the
 * push service will not take it however often it is tried.
 */
export const pushOutcomes = ['sent', 'gone', 'later', 'refused'] as const
export type PushOutcome = (typeof pushOutcomes)[number]
