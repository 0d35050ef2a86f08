import { t } from '@lingui/core/macro'
import { Paper } from '@mantine/core'
import type { SignInAttempt } from '@muster/contract/settings.ts'
import { type SignInResult, signInResults } from '@muster/domain/sign-in-result.ts'
import { IconDeviceDesktop, IconDeviceMobile, IconLogin2, IconSettings } from '@tabler/icons-react'
import { orpc } from '../../lib/api.ts'
import { parseDeviceName } from '../../lib/device-name.ts'
import { paths } from '../../lib/paths.ts'
import { readFilters, type SearchProps } from '../../lib/search-props.ts'
import { usePages } from '../../lib/use-pages.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { FilterSelect } from '../../ui/forms/filter-select.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { RowHead } from '../../ui/layout/row-head.tsx'
import { Name } from '../../ui/people/name.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

const resultLabels: Readonly<Record<SignInResult, string>> = {
  succeeded: t`Signed in`,
  failed: t`Wrong password`,
  refused: t`Rejected`,
}
const tones = { succeeded: 'good', failed: 'caution', refused: 'high' } as const

/** Lists attempts to sign in to the person's account, newest first, so that they notice attempts by others. */
export function SignInsPage(address: SearchProps<{ result?: SignInResult | undefined }>) {
  const { search } = address
  const list = usePages(orpc.settings.signIns, { result: search.result }, { staleTime: 0 })
  return (
    <Page
      title={t`Sign-ins`}
      subtitle={t`If you don’t recognise one of these, change your password and sign out that device.`}
      secondary={
        <PageLink to={paths.settingsSignIn} icon={IconSettings}>
          {t`Settings`}
        </PageLink>
      }
      toolbar={
        <FilterSelect
          {...address}
          field="result"
          label={t`Result`}
          all={t`All sign-ins`}
          choices={signInResults.map(value => ({ value, label: resultLabels[value] }))}
        />
      }
    >
      <List
        list={list}
        failure={t`Failed to load sign-ins`}
        empty={
          <EmptyState
            icon={IconLogin2}
            title={t`No sign-ins`}
            text={t`No sign-ins have been recorded for your account.`}
          />
        }
        filters={readFilters(address, 'result')}
        emptyTexts={[t`No matching sign-ins`]}
        getKey={({ id }) => id}
        estimate={80}
        label={t`Sign-ins`}
      >
        {attempt => <SignInRow attempt={attempt} />}
      </List>
    </Page>
  )
}

const reasonTexts = {
  account_limit: t`Blocked: too many attempts`,
  not_confirmed: t`Blocked: email not confirmed`,
  not_active: t`Blocked: account not active`,
  passkey: t`Blocked: passkey not accepted`,
} as const

function SignInRow({ attempt: { at, result, reason, userAgent, ipAddress } }: { attempt: SignInAttempt }) {
  const { name, kind } = parseDeviceName(userAgent)
  return (
    <Paper component="article" withBorder p="md" style={{ borderColor: 'var(--m-line)' }}>
      <RowHead
        icon={kind === 'phone' ? IconDeviceMobile : IconDeviceDesktop}
        title={<Name>{name}</Name>}
        tag={<Tag tone={tones[result]}>{reason ? reasonTexts[reason] : resultLabels[result]}</Tag>}
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
