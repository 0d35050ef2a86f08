import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SegmentedControl, Stack, Text } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { IconEdit, IconShieldCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { kindTitle } from '../../ui/alarm/kind-words.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { TimeZoneNote, ZoneClock } from '../../ui/time/zone-clock.tsx'
import { AddFindingButton, mayAddFinding } from './add-finding-button.tsx'
import type { BoardProps } from './emergencies-search.ts'
import { EmergencyReport } from './emergency-report.tsx'
import { PeopleApart } from './people-apart.tsx'
import { ReportPeople } from './report-people.tsx'

type Props = BoardProps & {
  emergency: EmergencyDetail
  /** The way back to the list of emergencies. */
  back: ReactNode
  /** Shown above both tabs, such as whose people are left out. */
  notes: ReactNode
}

/** An ended emergency: its report, and its people in a second tab. The list in which people are marked opens on request only. */
export function EndedPage({ emergency, back, notes, search, onSearch }: Props) {
  const { kind, zoneName, drill, declaredAt, declaredBy, allClearAt, mayManage, people, uncounted } =
    emergency
  const title = kindTitle(kind, zoneName)
  const isPeople = search.view === 'people'
  return (
    <ZoneClock timeZone={emergency.timeZone}>
      <Page
        title={drill ? t`DRILL: ${title}` : title}
        subtitle={
          <>
            <RelativeTime at={declaredAt} /> · <span dir="auto">{declaredBy.name}</span>
          </>
        }
        secondary={back}
        action={mayAddFinding(emergency) && <AddFindingButton emergency={emergency} isPrimary />}
        toolbar={
          <SegmentedControl
            aria-label={t`Show`}
            data={[
              { value: 'report', label: t`Report` },
              { value: 'people', label: t`People` },
            ]}
            value={isPeople ? 'people' : 'report'}
            onChange={value =>
              onSearch({ view: value === 'people' ? 'people' : undefined }, { replace: true })
            }
          />
        }
      >
        <Stack>
          {notes}
          <TimeZoneNote />
          {allClearAt !== null && (
            <div>
              <Tag tone="good" icon={IconShieldCheck}>
                {emergency.brokenOff ? (
                  t`Broken off: a real call came`
                ) : (
                  <Trans>
                    All clear <RelativeTime at={allClearAt} form="clock" />
                  </Trans>
                )}
              </Tag>
            </div>
          )}
          {isPeople ? (
            <>
              {mayManage && people + uncounted > 0 && (
                <Stack gap={4} align="flex-start">
                  <Button
                    variant="default"
                    mih={44}
                    icon={IconEdit}
                    onClick={() => onSearch({ view: 'correct' })}
                  >
                    {t`Correct`}
                  </Button>
                  <Text c="dimmed">
                    {t`The list shows the state at the all clear. The report lists your corrections separately.`}
                  </Text>
                </Stack>
              )}
              {people + uncounted > 0 ? (
                <ReportPeople emergencyId={emergency.id} />
              ) : (
                <Text>{t`${plural(people, { one: '# person', other: '# people' })} on the list`}</Text>
              )}
              <PeopleApart emergency={emergency} />
            </>
          ) : (
            <EmergencyReport emergency={emergency} />
          )}
        </Stack>
      </Page>
    </ZoneClock>
  )
}
