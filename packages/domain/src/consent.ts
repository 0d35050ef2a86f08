import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'

/**
 * The version of the text that asks for consent to location tracking. Increment it whenever the meaning changes: each consent is
 * stored with the version of the text that was shown.
 */
export const consentVersion = 1 as const

/** Returns one line each for what is recorded, who can see it, how long it is kept, and how to withdraw. */
export const consentLines = (retentionDays: number): readonly MessageDescriptor[] => [
  msg`What: where you are, with time and accuracy, each time you check your position, share it or a location app sends it; and from that, when you enter and leave your zones.`,
  msg`Who sees it: the managers of your zones and the administrators. Settings shows who viewed your location.`,
  msg`How long: ${plural({ retentionDays }, { one: '# day', other: '# days' })}, or until your account is deleted.`,
  msg`You can withdraw your consent in Settings at any time. After that, no more positions are recorded.`,
]

/** Returns the consent text as a question, shown next to an action. */
export const toConsentQuestion = (retentionDays: number) =>
  msg`Do you agree to Muster recording where you are when you check, share or send your position? The managers of your zones and the administrators can see it. It is deleted after ${plural({ retentionDays }, { one: '# day', other: '# days' })}. You can withdraw your consent in Settings; without it, no positions are recorded.`

/** Returns the consent text as a sentence, shown above the button of another action. */
export const consentSentence = (askedAt: 'sign_up' | 'invitation', retentionDays: number) =>
  askedAt === 'sign_up'
    ? msg`By creating your account you agree that Muster records where you are when you check, share or send your position. The managers of your zones and the administrators can see it. It is deleted after ${plural({ retentionDays }, { one: '# day', other: '# days' })}. You can withdraw your consent in Settings.`
    : msg`By setting your password and PIN you agree that Muster records where you are when you check, share or send your position. The managers of your zones and the administrators can see it. It is deleted after ${plural({ retentionDays }, { one: '# day', other: '# days' })}. You can withdraw your consent in Settings.`
