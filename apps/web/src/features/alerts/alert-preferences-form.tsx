import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Group, Switch, Text, TextInput } from '@mantine/core'
import type { AlertPreferences, QuietHours } from '@muster/contract/alerts.ts'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { alertLooks } from './alert-look.ts'
import classes from './alerts.module.css'

type Preference = AlertPreferences['types'][number]
type Channel = readonly [name: 'inbox' | 'push' | 'mail', label: string]
const channels: readonly Channel[] = [
  ['inbox', t`Inbox`],
  ['push', t`Push`],
  ['mail', t`Email`],
]
const invalidatedKeys = [orpc.alerts.preferences.key()]

export function AlertPreferencesForm() {
  const query = useQuery(orpc.alerts.preferences.queryOptions())
  if (!query.data)
    return <Loaded query={query} failure={t`Failed to load your alert settings`} skeleton={3} />
  const { types, quietHours, mailWorks } = query.data
  const shownChannels = channels.filter(([channel]) => channel !== 'mail' || mailWorks)
  return (
    <>
      <Box className={classes.table} __vars={{ '--channels': String(shownChannels.length) }}>
        <span />
        {shownChannels.map(([channel, heading]) => (
          <Text key={channel} span size="xs" c="dimmed" ta="center" aria-hidden>
            {heading}
          </Text>
        ))}
        {types.map(preference => (
          <Row key={preference.type} preference={preference} channels={shownChannels} />
        ))}
      </Box>
      <Text size="xs" c="dimmed">
        <Trans>
          Alerts you turn off for the inbox still arrive there, but they’re already marked as read and don’t
          notify you.
        </Trans>{' '}
        {mailWorks
          ? t`Urgent broadcasts and critical hazards are always sent by email as well.`
          : t`This installation doesn’t send email yet.`}
      </Text>
      <QuietHoursFields hours={quietHours} />
    </>
  )
}

function Row({ preference, channels }: { preference: Preference; channels: readonly Channel[] }) {
  const typeLabel = alertLooks[preference.type].label
  const save = useAct({
    call: (next: Preference) => api.alerts.setPreference(next),
    failed: t`Your choice couldn’t be saved. Try again.`,
    invalidates: invalidatedKeys,
  })
  const currentPreference = save.isPending ? save.variables : preference
  return (
    <>
      <span>{typeLabel}</span>
      {channels.map(([channel, label]) => (
        <Switch
          key={channel}
          aria-label={`${typeLabel}: ${label}`}
          styles={{ body: { alignItems: 'center', justifyContent: 'center', minHeight: 44, minWidth: 44 } }}
          checked={currentPreference[channel]}
          onChange={event => save.mutate({ ...preference, [channel]: event.currentTarget.checked })}
        />
      ))}
    </>
  )
}

function QuietHoursFields({ hours }: { hours: QuietHours | null }) {
  const save = useAct({
    call: (quietHours: QuietHours | null) => api.alerts.setQuietHours({ quietHours }),
    failed: t`Your quiet hours couldn’t be saved. Try again.`,
    invalidates: invalidatedKeys,
  })
  const currentHours = save.isPending ? save.variables : hours
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Group align="flex-end" gap="sm">
      <Switch
        label={t`Quiet hours`}
        description={t`Only urgent alerts are pushed during these hours. Other alerts are sent afterwards.`}
        checked={currentHours !== null}
        onChange={event =>
          save.mutate(event.currentTarget.checked ? { from: '22:00', until: '06:00', timeZone } : null)
        }
      />
      {currentHours && (
        <>
          <TextInput
            type="time"
            label={t`From`}
            key={`from-${currentHours.from}`}
            defaultValue={currentHours.from}
            onBlur={event => {
              const from = event.currentTarget.value
              if (from && from !== currentHours.from) save.mutate({ ...currentHours, from, timeZone })
            }}
          />
          <TextInput
            type="time"
            label={t`Until`}
            key={`until-${currentHours.until}`}
            defaultValue={currentHours.until}
            onBlur={event => {
              const until = event.currentTarget.value
              if (until && until !== currentHours.until) save.mutate({ ...currentHours, until, timeZone })
            }}
          />
          <Text span size="xs" c="dimmed">
            {currentHours.timeZone}
          </Text>
        </>
      )}
    </Group>
  )
}
