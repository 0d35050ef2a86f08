import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { NoticeRule } from '@muster/contract/notices.ts'
import {
  longVisitHours,
  type OwnNoticeKind,
  ownNoticeKinds,
  ownNoticeMinutes,
} from '@muster/domain/notice.ts'
import { NoticeNumber } from './notice-number.tsx'
import { NoticeSwitch } from './notice-switch.tsx'
import { useSetOwn } from './use-notices.ts'

const texts: Readonly<Record<OwnNoticeKind, { label: string; description: string; minutes: string }>> = {
  forgotten_check_out: {
    label: t`I may have forgotten to check out`,
    description: t`When you still count as inside after your shift or, without a planned shift, after ${longVisitHours} hours.`,
    minutes: t`Minutes after the shift`,
  },
  shift_begins: {
    label: t`My shift begins`,
    description: t`A reminder before the planned time of your zone.`,
    minutes: t`Minutes before it begins`,
  },
  shift_ends: {
    label: t`My shift ends`,
    description: t`A reminder before the planned end.`,
    minutes: t`Minutes before it ends`,
  },
}

/** The notices about one's own shifts, in all zones. */
export function OwnNotices({ rules }: { rules: readonly NoticeRule[] }) {
  return (
    <Stack gap="xs">
      {ownNoticeKinds.map(kind => (
        <OwnNotice key={kind} kind={kind} rule={rules.find(it => it.kind === kind)} />
      ))}
    </Stack>
  )
}

function OwnNotice({ kind, rule }: { kind: OwnNoticeKind; rule: NoticeRule | undefined }) {
  const save = useSetOwn()
  const { least, most, usual } = ownNoticeMinutes[kind]
  const saved = { enabled: rule?.enabled ?? false, minutes: rule?.threshold ?? usual }
  const { enabled, minutes } = save.isPending ? save.variables : saved
  return (
    <div>
      <NoticeSwitch
        label={texts[kind].label}
        description={texts[kind].description}
        checked={enabled}
        onChange={next => save.mutate({ kind, enabled: next, minutes })}
      />
      {enabled && (
        <NoticeNumber
          label={texts[kind].minutes}
          saved={saved.minutes}
          sent={minutes}
          min={least}
          max={most}
          step={5}
          onSave={next => save.mutate({ kind, enabled, minutes: next })}
        />
      )}
    </div>
  )
}
