import { personalData, personalDataWith } from '@muster/domain/personal-data.ts'

/** What the deletion of an account leaves, for the dialogs that ask before it. */
export const keptWithoutName = {
  title: 'Kept without the name, because others work with it:',
  lines: [
    ...personalDataWith('nameless').map(kind => personalData[kind].words),
    ...personalDataWith('logged').map(kind => `${personalData[kind].words}, under the number of the account`),
  ],
}
