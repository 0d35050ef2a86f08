import { t } from '@lingui/core/macro'
import { IconLanguage } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { paths } from '../../lib/paths.ts'

export const settingsActs: readonly Act[] = [
  {
    label: t`Change language`,
    keywords: t`language translation English Arabic Hindi`,
    icon: IconLanguage,
    to: paths.settings,
  },
]
