import { Paper, Select } from '@mantine/core'
import type { SignInAttempt } from '@muster/contract/settings.ts'
import { type SignInResult, signInResults } from '@muster/domain/sign-in-result.ts'
import { IconDeviceDesktop, IconDeviceMobile, IconLogin2, IconSettings } from '@tabler/icons-react'
import { orpc } from '../../lib/api.ts'
import { deviceName } from '../../lib/device-name.ts'
import { filtersIn, type InAddress } from '../../lib/in-address.ts'
import { paths } from '../../lib/paths.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { RowHead } from '../../ui/layout/row-head.tsx'
import { Name } from '../../ui/people/name.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

const words: Readonly<Record<SignInResult, string>> = {
  succeeded: 'Signed in',
  failed: 'Wrong password',
  refused: 'Refused',
}
const tones = { succeeded: 'good', failed: 'caution', refused: 'high' } as const

/** The attempts to sign in to the person's account, newest first, so that they notice attempts by others. */
export function SignInsPage(address: InAddress<{ result?: SignInResult | undefined }>) {
  const { search, onSearch } = address
  const list = usePages({
    ...orpc.settings.signIns.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, result: search.result }),
      ...byCursor,
    }),
    staleTime: 0,
  })
  return (
    <Page
      title="Sign-ins"
      subtitle="If you do not know one of these, change your password and sign that device out."
      secondary={
        <PageLink to={paths.settings} icon={IconSettings}>
          Settings
        </PageLink>
      }
      toolbar={
        <Select
          aria-label="Result"
          data={[
            { value: 'all', label: 'All sign-ins' },
            ...signInResults.map(value => ({ value, label: words[value] })),
          ]}
          value={search.result ?? 'all'}
          onChange={value =>
            onSearch({ result: signInResults.find(result => result === value) }, { replace: true })
          }
          allowDeselect={false}
        />
      }
    >
      <List
        list={list}
        failure="Failed to load sign-ins"
        empty={
          <EmptyState icon={IconLogin2} title="No sign-ins" text="None has been recorded for your account." />
        }
        filters={filtersIn(address, 'result')}
        noneFound={['No such sign-ins']}
        keyOf={({ id }) => id}
        estimate={80}
        label="Sign-ins"
      >
        {attempt => <SignIn attempt={attempt} />}
      </List>
    </Page>
  )
}

const reasons = {
  account_limit: 'Refused: too many tries',
  not_confirmed: 'Refused: email not confirmed',
  not_active: 'Refused: account not active',
  passkey: 'Refused: the passkey did not fit',
} as const

function SignIn({ attempt: { at, result, reason, userAgent, ipAddress } }: { attempt: SignInAttempt }) {
  const { name, kind } = deviceName(userAgent)
  return (
    <Paper component="article" withBorder p="md" style={{ borderColor: 'var(--m-line)' }}>
      <RowHead
        icon={kind === 'phone' ? IconDeviceMobile : IconDeviceDesktop}
        title={<Name>{name}</Name>}
        tag={<Tag tone={tones[result]}>{reason ? reasons[reason] : words[result]}</Tag>}
        detail={
          <>
            <RelativeTime at={at} />
            {ipAddress && ` · ${ipAddress}`}
          </>
        }
      />
    </Paper>
  )
}
