import { t } from '@lingui/core/macro'
import { IconLanguage } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { paths } from '../../lib/paths.ts'

const settingsActs: readonly Act[] = [
  {
    label: t`Change language`,
    keywords: t`language translation English Arabic Hindi`,
    icon: IconLanguage,
    to: paths.settings,
  },
]

export const settingsFeature: Feature = {
  acts: settingsActs,
  refetchAfterOwn: { 'data_download.changed': [orpc.settings.download.key()] },
}
