import { t } from '@lingui/core/macro'
import { Outlet } from '@tanstack/react-router'
import { useMe } from '../../lib/session/use-session.ts'
import { PageTabs } from '../../ui/layout/page-tabs.tsx'
import { getAdministrationPages } from './menu.ts'

/** The pages of "Administration" with their tabs, for people who may open several of them. */
export function Administration() {
  const { profile } = useMe()
  return (
    <>
      <PageTabs label={t`Administration`} tabs={getAdministrationPages(profile.role)} framed />
      <Outlet />
    </>
  )
}
