/** Devices per person that receive notifications; the specification gives no number. */
export const pushDevicesMost = 20
/** Characters of a subscription's endpoint; push services use a few hundred. */
export const pushEndpointMost = 1_000
/** Bytes of a notification as JSON. A push service accepts 4,096 including the encryption. */
export const pushPayloadBytes = 3_000

/** The delivery urgency for a device in battery saving mode, in the terms of RFC 8030. */
export const pushUrgencies = ['very-low', 'low', 'normal', 'high'] as const
export type PushUrgency = (typeof pushUrgencies)[number]

/**
 * The result of one attempt: `gone` if the subscription ended and was removed, `later` if another attempt may succeed, `refused` if
 * the push service will never accept it.
 */
export const pushOutcomes = ['sent', 'gone', 'later', 'refused'] as const
export type PushOutcome = (typeof pushOutcomes)[number]
