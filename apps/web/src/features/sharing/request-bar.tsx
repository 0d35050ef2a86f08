import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import type { TrackingRequest } from '@muster/contract/tracking-requests.ts'
import { IconLocationQuestion } from '@tabler/icons-react'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { Name } from '../../ui/people/name.tsx'
import { ShareDialog } from './share-dialog.tsx'
import classes from './sharing-bar.module.css'
import { useAnswerRequest } from './use-tracking-requests.ts'

export function RequestBar({ request }: { request: TrackingRequest }) {
  const { id, zoneId, zoneName, requestedByName } = request
  const sharing = useDialog()
  const reply = useAnswerRequest()
  return (
    <section
      className={`${classes.bar} ${classes.request}`}
      data-paused
      aria-label={t`Request from ${requestedByName}`}
    >
      <IconLocationQuestion size="1.25rem" aria-hidden color="var(--tone)" />
      <div className={classes.words}>
        <span className={classes.question}>
          <Trans>
            <strong>
              <Name>{requestedByName}</Name>
            </strong>{' '}
            asks you to share your position in <Name>{zoneName}</Name>
          </Trans>
        </span>
        <Text span c="dimmed" className={classes.rest}>
          {t`You choose when it ends and can stop at any time.`}
        </Text>
      </div>
      <Group gap="xs" className={classes.buttons}>
        <Button onClick={sharing.open}>{t`Accept`}</Button>
        <Button
          variant="default"
          loading={reply.isPending}
          onClick={() => reply.mutate({ requestId: id, accept: false })}
        >
          {t`Decline`}
        </Button>
      </Group>
      <ShareDialog
        zone={{ id: zoneId, name: zoneName }}
        {...sharing.props}
        onStarted={() => reply.mutate({ requestId: id, accept: true })}
      />
    </section>
  )
}
