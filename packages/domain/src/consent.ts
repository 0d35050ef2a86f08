/**
 * What people are asked about being located. Whoever changes a word that matters raises the version: each consent is kept with
 * the version of the words that were shown.
 */
export const consentVersion = 1 as const

/** What is recorded, who sees it, for how long, and how to take it back: one line each. */
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

/** The same as a question beside what somebody does. */
export const consentAsked = (retentionDays: number) =>
  `Do you agree that Muster records where you are when you check, share or send your position? ${followed(retentionDays)} You can withdraw this in Settings; without it no positions are taken.`

/** The same as the one sentence above a button that is pressed for something else. `act`: "creating your account". */
export const consentSentence = (act: string, retentionDays: number) =>
  `By ${act} you agree that Muster records where you are when you check, share or send your position. ${followed(retentionDays)} You can withdraw this in Settings.`
