import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Group, NumberInput, Text } from '@mantine/core'
import type { BadgeKey } from '@muster/contract/badges.ts'
import { badgeDaysMost } from '@muster/domain/badge.ts'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ignoreMissing } from '../../lib/error-text.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { RowHead } from '../../ui/layout/row-head.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Name } from '../../ui/people/name.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

export function BadgeKeys({ zoneId }: { zoneId: string }) {
  const query = useQuery(orpc.badges.keys.queryOptions({ input: { zoneId } }))
  const [removed, setRemoved] = useState<BadgeKey>()
  const confirming = useDialog()
  const name = removed?.name ?? ''
  return (
    <>
      <Loaded query={query} failure={t`Failed to load readers`} skeleton={1} />
      {query.data?.keys.length === 0 && (
        <EmptyState
          icon={IconKey}
          title={t`No readers yet`}
          text={t`A reader, turnstile or access system sends who came in and went out with a key of its own. The address and the format are in docs/badges.md.`}
        />
      )}
      {query.data && query.data.keys.length > 0 && (
        <AgeGrey stale={query.isError}>
          <Rows framed aria-label={t`Badge readers`}>
            {query.data.keys.map(key => (
              <li key={key.id}>
                <RowHead
                  icon={IconKey}
                  title={<Name>{key.name}</Name>}
                  detail={
                    key.fullUntil ? (
                      <Trans>
                        sent the most events of a day, takes no more until{' '}
                        <RelativeTime at={key.fullUntil} form="clock" />
                      </Trans>
                    ) : key.lastUsedAt ? (
                      <Trans>
                        last events <RelativeTime at={key.lastUsedAt} />
                      </Trans>
                    ) : (
                      <Trans>
                        added <RelativeTime at={key.createdAt} />, nothing received yet
                      </Trans>
                    )
                  }
                />
                <Button
                  variant="default"
                  aria-label={t`Remove ${{ name: key.name }}`}
                  onClick={() => {
                    setRemoved(key)
                    confirming.open()
                  }}
                >
                  {t`Remove`}
                </Button>
              </li>
            ))}
          </Rows>
        </AgeGrey>
      )}
      {query.data && <KeptDays key={query.data.days} zoneId={zoneId} days={query.data.days} />}
      {removed && (
        <ConfirmDialog
          {...confirming.props}
          title={t`Remove ${name}?`}
          confirmLabel={t`Remove reader`}
          workingLabel={t`Removing…`}
          onConfirm={() => ignoreMissing(api.badges.removeKey({ zoneId, keyId: removed.id }))}
          done={t`Reader removed`}
          invalidates={[orpc.badges.keys.key()]}
          failure={t`The reader couldn’t be removed. Try again.`}
        >
          <Trans>
            Its key stops working at once. Nobody who comes in or goes out there is noticed any more. What it
            sent so far stays.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  )
}

function KeptDays({ zoneId, days }: { zoneId: string; days: number }) {
  const [value, setValue] = useState<string | number>(days)
  const isValid = typeof value === 'number' && value >= 1 && value <= badgeDaysMost
  const save = useAct({
    call: () => api.badges.setDays({ zoneId, days: Number(value) }),
    done: t`Saved`,
    failed: t`The number of days couldn’t be saved. Try again.`,
    invalidates: [orpc.badges.keys.key()],
  })
  return (
    <Box maw={480}>
      <Panel
        component="form"
        onSubmit={event => {
          event.preventDefault()
          if (isValid) save.mutate()
        }}
      >
        <Group align="end" gap="sm">
          <NumberInput
            flex="1 1 12rem"
            label={t`Keep visits by badge for (days)`}
            min={1}
            max={badgeDaysMost}
            clampBehavior="none"
            allowDecimal={false}
            value={value}
            onChange={setValue}
            error={isValid ? undefined : t`A number from 1 to ${badgeDaysMost}`}
          />
          <Button
            type="submit"
            variant="default"
            disabled={!isValid || value === days}
            loading={save.isPending}
          >
            {t`Save`}
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          <Trans>
            Older visits are deleted every night. Whoever is inside stays listed for up to three days.
          </Trans>
        </Text>
      </Panel>
    </Box>
  )
}
