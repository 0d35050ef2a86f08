import { personalData, personalDataWith } from '@muster/domain/personal-data.ts'

/** The data that outlives an account, in groups, for the dialogs that ask before it is deleted. */
export const keptData = [
  { fate: 'nameless' as const, title: 'Kept without the name, because others work with it:' },
  { fate: 'logged' as const, title: 'Kept under the ID of the account:' },
].map(({ fate, title }) => ({ title, lines: personalDataWith(fate).map(kind => personalData[kind].words) }))
