import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import type { ZoneNoticeKind } from '@muster/domain/notice.ts'
import { IconBell } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { NoticeNumber } from './notice-number.tsx'
import { NoticeSwitch } from './notice-switch.tsx'
import { noticeText } from './notice-words.ts'
import { useNotices, useSetOfZone } from './use-notices.ts'

type ZoneRef = { id: string; name: string; maxCapacity?: number | null }

export function NotifyMeButton({ zone }: { zone: ZoneRef }) {
  const dialog = useDialog()
  return (
    <>
      <Button variant="default" icon={IconBell} onClick={dialog.open}>
        {t`Alert me`}
      </Button>
      <ResponsiveDialog {...dialog.props} title={t`Alert me: ${zone.name}`}>
        <ZoneChoices zone={zone} />
      </ResponsiveDialog>
    </>
  )
}

const kinds = ['absent', 'zone_empty', 'zone_above', 'zone_full'] as const
const usualThreshold = 10

function ZoneChoices({ zone }: { zone: ZoneRef }) {
  const query = useNotices()
  if (!query.data) return <Loaded query={query} failure={t`Failed to load your notices`} skeleton={4} />
  const zoneRules = query.data.rules.filter(it => it.zoneId === zone.id)
  return (
    <Stack gap="xs">
      {kinds.map(kind => (
        <ZoneChoice key={kind} zone={zone} kind={kind} rule={zoneRules.find(it => it.kind === kind)} />
      ))}
      <Text c="dimmed">
        <Trans>
          To be told when somebody enters or leaves, open that person’s details. Counts include people not
          seen lately. All your notices are in Settings, Notifications.
        </Trans>
      </Text>
    </Stack>
  )
}

type ChoiceProps = {
  zone: ZoneRef
  kind: ZoneNoticeKind
  rule: { enabled: boolean; threshold: number | null } | undefined
}

function ZoneChoice({ zone, kind, rule }: ChoiceProps) {
  const save = useSetOfZone()
  const savedThreshold = rule?.threshold ?? (kind === 'zone_above' ? usualThreshold : null)
  const { enabled, threshold } = save.isPending
    ? save.variables
    : { enabled: rule?.enabled ?? false, threshold: savedThreshold }
  const lacksCapacity = kind === 'zone_full' && zone.maxCapacity === null
  return (
    <div>
      <NoticeSwitch
        label={noticeText({ kind, threshold, people: [] })}
        description={describe(kind, lacksCapacity)}
        disabled={lacksCapacity && !enabled}
        checked={enabled}
        onChange={next => save.mutate({ zoneId: zone.id, kind, threshold, enabled: next })}
      />
      {kind === 'zone_above' && (
        <NoticeNumber
          label={t`Number of people`}
          saved={savedThreshold ?? usualThreshold}
          sent={threshold ?? usualThreshold}
          min={0}
          max={100_000}
          onSave={next => save.mutate({ zoneId: zone.id, kind, threshold: next, enabled })}
        />
      )}
    </div>
  )
}

function describe(kind: ZoneNoticeKind, lacksCapacity: boolean): string | undefined {
  if (kind === 'absent') return t`One alert with the names, when the grace time of a planned shift is over.`
  return lacksCapacity ? t`This zone has no capacity.` : undefined
}
