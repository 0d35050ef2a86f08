import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NumberInput, Text, TextInput } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { formatDate } from '../../lib/format-day.ts'
import { formatAbsolute } from '../../lib/format-time.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { focusFirstMarked } from '../../ui/forms/focus-marked.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import classes from './security.module.css'
import { type FoundPerson, useFindPerson } from './use-find-person.ts'
import { Verdict } from './verdict.tsx'

const dayMs = 86_400_000

/** Parses a whole number of days from 1 to 3650; undefined for any other value. */
function parseDays(value: number | string): number | undefined {
  const days = typeof value === 'number' ? value : Number.parseInt(value, 10)
  return Number.isInteger(days) && days >= 1 && days <= 3650 ? days : undefined
}

type CleanUpResult = {
  person: FoundPerson | undefined
  positionChecks: number
  visits: number
  olderThan: string
}

function removedText({ person, positionChecks: readings, visits, olderThan }: CleanUpResult): string {
  const time = formatAbsolute(new Date(olderThan))
  if (!person)
    return t`Removed ${plural(readings, { one: '# reading', other: '# readings' })} and ${plural(visits, { one: '# visit', other: '# visits' })} for everyone from before ${time}.`
  const { email } = person
  return t`Removed ${plural(readings, { one: '# reading', other: '# readings' })} and ${plural(visits, { one: '# visit', other: '# visits' })} for ${email} from before ${time}.`
}

type CleanUpPlan = { days: number; person: FoundPerson | undefined; olderThan: Date }

/** Deletes readings and ended visits older than the given number of days, for one person or everyone, after confirmation. */
export function CleanUpSection() {
  const headingId = useId()
  const [days, setDays] = useState<number | string>(limits.retentionDays)
  const [email, setEmail] = useState('')
  const [hasDaysProblem, setHasDaysProblem] = useState(false)
  const [plan, setPlan] = useState<CleanUpPlan>()
  const confirming = useDialog()
  const { find, problem: personProblem } = useFindPerson()
  const cleanUp = useAct({
    call: async ({ days: retentionDays, person }: CleanUpPlan) => ({
      person,
      ...(await api.security.cleanUp({ retentionDays, targetUserId: person?.id ?? null })),
    }),
    // The clean-up is logged as an event.
    invalidates: [orpc.security.key()],
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const form = event.currentTarget
    const retentionDays = parseDays(days)
    setHasDaysProblem(retentionDays === undefined)
    if (retentionDays === undefined) return focusFirstMarked(form)
    let person: FoundPerson | undefined
    if (email.trim() !== '') {
      try {
        person = await find.mutateAsync(email)
      } catch {
        return focusFirstMarked(form)
      }
    }
    setPlan({ days: retentionDays, person, olderThan: new Date(Date.now() - retentionDays * dayMs) })
    confirming.open()
  }
  const planEmail = plan?.person?.email
  const planDays = plan?.days ?? 0
  const date = plan ? formatDate(plan.olderThan) : ''
  const result = cleanUp.data

  return (
    <Panel component="section" gap="sm" aria-labelledby={headingId}>
      <h2 id={headingId}>{t`Remove old position data`}</h2>
      <Text c="dimmed">
        <Trans>
          Removes position readings and ended visits older than the retention period. Current presence, open
          visits and this security log are kept. The server also does this automatically after its own
          retention period.
        </Trans>
      </Text>
      <form noValidate onSubmit={event => void submit(event)} className={classes.ask}>
        <NumberInput
          label={t`Retention period (days)`}
          value={days}
          onChange={value => {
            setDays(value)
            setHasDaysProblem(false)
          }}
          onBlur={() => setHasDaysProblem(parseDays(days) === undefined)}
          error={hasDaysProblem && t`Enter 1 to 3,650 days`}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          hideControls
          required
          w={160}
        />
        <TextInput
          label={t`Person (optional)`}
          placeholder={t`Email, or leave empty for everyone`}
          type="email"
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          value={email}
          onChange={event => {
            setEmail(event.currentTarget.value)
            find.reset()
          }}
          error={personProblem}
          flex="1 1 200px"
        />
        <Button type="submit" variant="default" icon={IconTrash} disabled={find.isPending}>
          {find.isPending ? t`Checking…` : t`Remove old data`}
        </Button>
      </form>
      <div role="status">
        {result && (
          <Verdict state="good" title={t`Old data removed`}>
            {removedText(result)}
          </Verdict>
        )}
      </div>
      <ConfirmDialog
        {...confirming.props}
        title={t`Remove old data?`}
        removes={[
          planEmail === undefined
            ? t`Position readings for everyone from before ${date} (${plural(planDays, { one: '# day', other: '# days' })} ago)`
            : t`Position readings for ${planEmail} from before ${date} (${plural(planDays, { one: '# day', other: '# days' })} ago)`,
          planEmail === undefined
            ? t`Everyone’s visits that ended before ${date} (${plural(planDays, { one: '# day', other: '# days' })} ago)`
            : t`Visits by ${planEmail} that ended before ${date} (${plural(planDays, { one: '# day', other: '# days' })} ago)`,
        ]}
        confirmLabel={t`Remove data`}
        workingLabel={t`Removing…`}
        onConfirm={async () => {
          if (plan) await cleanUp.mutateAsync(plan)
        }}
        failure={error => errorText(error, t`Some data couldn’t be removed. You can safely try again.`)}
      >
        {t`This can’t be undone. It will permanently remove:`}
      </ConfirmDialog>
    </Panel>
  )
}
