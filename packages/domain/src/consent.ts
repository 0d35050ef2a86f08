/**
 * The version of the text that asks for consent to location tracking. Raise it whenever the meaning changes: each consent is stored
 * with the version of the text that was shown.
 */
export const consentVersion = 1 as const

/** One line each for what is recorded, who sees it, for how long, and how to withdraw. */
export function consentLines(retentionDays: number): readonly string[] {
  return [
    'What: where you are, with time and accuracy, each time you check your position, share it or let a location app send it; and from that when you enter and leave your zones.',
    'Who sees it: the managers of the zones you belong to, and the administrators. Settings shows you who looked.',
    `How long: ${retentionDays} days, or until your account is deleted.`,
    'You can withdraw this in Settings at any time. Then no positions are taken any more.',
  ]
}

const followed = (retentionDays: number) =>
  `The managers of your zones and the administrators see it; it is kept for ${retentionDays} days.`

/** The same as a question next to an action. */
export const toConsentQuestion = (retentionDays: number) =>
  `Do you agree that Muster records where you are when you check, share or send your position? ${followed(retentionDays)} You can withdraw this in Settings; without it no positions are taken.`

/** The same as one sentence above a button for another action. `act`: "creating your account". */
export const consentSentence = (act: string, retentionDays: number) =>
  `By ${act} you agree that Muster records where you are when you check, share or send your position. ${followed(retentionDays)} You can withdraw this in Settings.`
