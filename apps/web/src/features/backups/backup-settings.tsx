import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { BackupOverview, BackupRun } from '@muster/contract/backups.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { WarningWords } from '../../ui/people/warning-words.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './backups.module.css'

type Props = { settings: BackupOverview['settings']; lastCheck: BackupRun | null }

export function BackupSettings({ settings, lastCheck }: Props) {
  const { schedule, timeZone, nextAt, place, encrypted, keep, checksWeekly } = settings
  const { daily, weekly, monthly } = keep
  return (
    <dl className={classes.facts}>
      <Fact name={t`Next backup`}>
        {nextAt ? (
          <RelativeTime at={nextAt} form="coming" />
        ) : (
          <WarningWords icon={IconAlertTriangle}>{t`Turned off (BACKUP_AT)`}</WarningWords>
        )}
      </Fact>
      {schedule && (
        <Fact name={t`Schedule`}>
          <span dir="ltr">{schedule}</span> ({timeZone})
        </Fact>
      )}
      <Fact name={t`Place`}>
        <span dir="auto">{place}</span>
      </Fact>
      <Fact name={t`Encryption`}>
        {encrypted
          ? t`Encrypted. Without the secret key nobody can open them.`
          : t`Not encrypted (BACKUP_KEY)`}
      </Fact>
      <Fact name={t`Kept`}>
        <Trans>
          {daily} daily, {weekly} weekly, {monthly} monthly
        </Trans>
      </Fact>
      <Fact name={t`Last check`}>
        <LastCheck run={lastCheck} checksWeekly={checksWeekly} />
      </Fact>
    </dl>
  )
}

function LastCheck({ run, checksWeekly }: { run: BackupRun | null; checksWeekly: boolean }) {
  if (!run)
    return checksWeekly ? (
      t`None yet`
    ) : (
      <WarningWords icon={IconAlertTriangle}>{t`Turned off (BACKUP_CHECK_WEEKLY)`}</WarningWords>
    )
  const at = run.finishedAt ?? run.createdAt
  return run.state === 'done' ? (
    <Trans>
      Restores as it was, <RelativeTime at={at} />
    </Trans>
  ) : (
    <WarningWords tone="danger" icon={IconAlertTriangle}>
      <Trans>
        Failed, <RelativeTime at={at} />
      </Trans>
    </WarningWords>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
