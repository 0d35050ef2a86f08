import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { listPersonalData, personalData } from '@muster/domain/personal-data.ts'

/** Groups of data that outlive an account, for the confirmation dialogs of account deletion. */
export const storedDataGroups = [
  { fate: 'nameless' as const, title: t`Kept without the person’s name because others rely on it:` },
  { fate: 'logged' as const, title: t`Kept under the account’s ID:` },
].map(({ fate, title }) => ({
  title,
  lines: listPersonalData(fate).map(kind => i18n._(personalData[kind].words)),
}))
