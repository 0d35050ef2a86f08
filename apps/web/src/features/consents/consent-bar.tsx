import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'
import { toConsentQuestion } from '@muster/domain/consent.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { notify } from '../../ui/toast/notify.ts'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import classes from './consents.module.css'
import { useDecide } from './use-decide.ts'

/** Does not block the page: actions that would locate people ask first anyway. */
export function ConsentBar() {
  const settings = useQuery(orpc.auth.settings.queryOptions())
  const decide = useDecide('sign_in')
  const submitDecision = (decision: 'given' | 'withdrawn', title: string) =>
    decide.mutate(decision, {
      onSuccess: () => notify.success(title, t`You can change this in Settings at any time.`),
      onError: error => notifyFailure(errorTextWithTime(error, t`Your answer couldn’t be saved. Try again.`)),
    })
  return (
    <section className={classes.bar} aria-label={t`Question about location consent`}>
      <IconMapPin size="1.25rem" aria-hidden color="var(--m-quiet)" />
      <Text flex="1 1 280px" maw="80ch" lh={1.4}>
        {i18n._(toConsentQuestion(settings.data?.retentionDays ?? limits.retentionDays))}
      </Text>
      <Group gap="xs">
        <Button
          loading={decide.isPending}
          onClick={() => submitDecision('given', t`You agreed to location tracking`)}
        >
          {t`I agree`}
        </Button>
        <Button
          variant="default"
          disabled={decide.isPending}
          onClick={() => submitDecision('withdrawn', t`Your position isn’t recorded`)}
        >
          {t`I don’t agree`}
        </Button>
      </Group>
    </section>
  )
}
