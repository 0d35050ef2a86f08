import { t } from '@lingui/core/macro'
import { IconLanguage } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { paths } from '../../lib/paths.ts'

export const settingsActs: readonly Act[] = [
  {
    label: t`Change language`,
    keywords: t({
      message: 'language translation English Arabic Hindi',
      comment: 'Words by which people look for “Change language”, separated by spaces. Add what is usual.',
    }),
    icon: IconLanguage,
    to: paths.settings,
  },
]
