import { plural, t } from '@lingui/core/macro'
import { Box, Card, Group, Text } from '@mantine/core'
import type { BadgeVisit } from '@muster/contract/badges.ts'
import { judgeOpenStay } from '@muster/domain/badge.ts'
import { IconDownload, IconId } from '@tabler/icons-react'
import { api, orpc } from '../../lib/api.ts'
import { usePages } from '../../lib/use-pages.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { saveCsv } from '../../ui/forms/use-csv-download.ts'
import { List } from '../../ui/layout/list.tsx'
import { Name } from '../../ui/people/name.tsx'
import { WarningWords } from '../../ui/people/warning-words.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { badgeHolderName } from './badge-words.ts'

/** Days of visits in the downloaded file. */
const downloadedDays = 31

export function BadgeVisits({ zoneId }: { zoneId: string }) {
  const list = usePages(orpc.badges.visits, { zoneId, limit: 100 })
  const download = useAct({
    call: () => api.badges.visitsCsv({ zoneId, days: downloadedDays }),
    onDone: saveCsv,
    failed: t`The visits couldn’t be downloaded. Try again.`,
  })
  return (
    <>
      {list.rows && list.rows.length > 0 && (
        <Group>
          <Button
            variant="default"
            icon={IconDownload}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {plural(downloadedDays, { one: 'Download the last day', other: 'Download the last # days' })}
          </Button>
        </Group>
      )}
      <List
        list={list}
        label={t`Visits by badge`}
        getKey={it => it.id}
        estimate={76}
        failure={t`Failed to load visits`}
        filters={undefined}
        emptyTexts={[t`No visits yet`]}
        empty={
          <EmptyState
            icon={IconId}
            title={t`No visits yet`}
            text={t`Visits appear here once a reader has sent who came in and went out.`}
          />
        }
      >
        {visit => <VisitCard visit={visit} />}
      </List>
    </>
  )
}

function VisitCard({ visit }: { visit: BadgeVisit }) {
  const name = badgeHolderName(visit)
  return (
    <Card p="sm">
      <Group justify="space-between" gap="2px 12px">
        <Box miw={0} flex="1 1 12rem">
          <Text fw={600}>
            <Name>{name}</Name>
          </Text>
          <Group gap="4px 8px" fz="xs" c="dimmed">
            <Tag icon={IconId}>{t`By badge`}</Tag>
            {visit.name !== null && <span>{visit.number}</span>}
          </Group>
        </Box>
        <Text component="div">
          <Began visit={visit} /> – <Ended visit={visit} />
        </Text>
      </Group>
    </Card>
  )
}

function Began({ visit: { cameInAt, inReader } }: { visit: BadgeVisit }) {
  if (cameInAt === null) return <WarningWords>{t`Begin unknown`}</WarningWords>
  return <At at={cameInAt} reader={inReader} />
}

function Ended({ visit: { cameInAt, leftAt, outReader, end } }: { visit: BadgeVisit }) {
  if (leftAt !== null) return <At at={leftAt} reader={outReader} />
  const isInside =
    end === 'open' && cameInAt !== null && judgeOpenStay(Date.parse(cameInAt), Date.now()) === 'inside'
  return isInside ? (
    <Tag tone="inside">{t`Inside`}</Tag>
  ) : (
    <WarningWords>{t`Not seen going out`}</WarningWords>
  )
}

const At = ({ at, reader }: { at: string; reader: string }) => (
  <span>
    <RelativeTime at={at} form="clock" />
    {reader !== '' && (
      <Text span c="dimmed" size="xs" dir="auto">
        {' '}
        {reader}
      </Text>
    )}
  </span>
)
