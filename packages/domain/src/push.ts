/** Maximum devices per person that receive notifications. The specification gives no number. */
export const maxPushDevices = 20
/** Maximum characters of a subscription's endpoint. Push services use a few hundred. */
export const maxPushEndpointLength = 1_000
/** Maximum bytes of a notification as JSON. A push service accepts 4,096, including the encryption. */
export const maxPushPayloadBytes = 3_000

/** RFC 8030; decides display and who is tried first. Push services get `high`, so that each wakes the phone. */
export const pushUrgencies = ['very-low', 'low', 'normal', 'high'] as const
export type PushUrgency = (typeof pushUrgencies)[number]

/**
 * The outcome of one delivery attempt: `gone` if the subscription ended and was removed, `later` if another attempt may succeed,
 * `refused` if the push service will never accept it.
 */
export const pushOutcomes = ['sent', 'gone', 'later', 'refused'] as const
export type PushOutcome = (typeof pushOutcomes)[number]
