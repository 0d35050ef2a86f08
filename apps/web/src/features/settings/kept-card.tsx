import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { RetainedDataKind } from '@muster/contract/settings.ts'
import { limits } from '@muster/domain/limits.ts'
import { type DeletionOutcome, type PersonalDataKind, personalData } from '@muster/domain/personal-data.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import classes from './settings.module.css'
import { SettingsCard } from './settings-card.tsx'

const groups: readonly { fate: DeletionOutcome; title: string }[] = [
  { fate: 'removed', title: t`Removed with your account` },
  { fate: 'nameless', title: t`Kept without your name because others rely on it` },
  { fate: 'logged', title: t`Kept under your account’s ID` },
]

/** Lists the data stored about the person, how long it is retained, and what happens to it when the account is deleted. */
export function KeptCard() {
  const query = useQuery({ ...orpc.settings.kept.queryOptions(), staleTime: 0 })
  return (
    <SettingsCard
      title={t`Data about me`}
      text={t`What is stored about you, for how long, and what happens to it when your account is deleted. Messages that others have already received, such as alerts and emails, don’t change.`}
    >
      <Loaded query={query} failure={t`Failed to load the data about you`} skeleton={3}>
        {({ kept }) => (
          <>
            {groups.map(({ fate, title }) => (
              <KeptItems
                key={fate}
                title={title}
                items={kept.filter(({ category }) => personalData[category].fate === fate)}
              />
            ))}
          </>
        )}
      </Loaded>
    </SettingsCard>
  )
}

function KeptItems({ title, items }: { title: string; items: readonly RetainedDataKind[] }) {
  const titleId = useId()
  if (items.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <Text component="h3" id={titleId} fw={600} mt="md">
        {title}
      </Text>
      <Rows>
        {items.map(({ category, rows: count, days }) => (
          <li key={category}>
            <Text inherit fw={600}>
              {i18n._(personalData[category].words)}
              {count !== null && `: ${formatCount(count)}`}
            </Text>
            <Text size="xs" c="dimmed" className={classes.until}>
              {retentionText(category, days)}
            </Text>
          </li>
        ))}
      </Rows>
    </section>
  )
}

function retentionText(category: PersonalDataKind, days: number | null): string {
  if (days !== null) return t`For ${plural(days, { one: '# day', other: '# days' })}`
  if (category === 'memberships' || category === 'presence') return t`Until you leave the zone`
  if (category === 'location_requests')
    return t`Up to ${plural({ count: limits.locationRequestKeepDays }, { one: '# day', other: '# days' })} after the answer, or until you leave the zone`
  if (category === 'sessions')
    return t`Until you sign out or remove them. Known devices: ${plural({ count: limits.knownDeviceKeepDays }, { one: '# day', other: '# days' })} after their last sign-in.`
  return personalData[category].fate === 'nameless'
    ? t`Until it or its zone is deleted`
    : t`Until your account is deleted`
}
