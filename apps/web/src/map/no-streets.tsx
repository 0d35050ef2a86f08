import { t } from '@lingui/core/macro'
import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session/use-session.ts'
import classes from './map-surface.module.css'

type Props = {
  /** True if the base map is unreachable and the built-in one replaces it. */
  missed: boolean
  onRetry: (() => void) | undefined
  /** Omits links for use over a drawing, where tapping a link instead of a corner would leave the page. */
  wordsOnly?: boolean
}

/** Explains on a map without streets why it has none, and who can add them. */
export function NoStreets({ missed, onRetry, wordsOnly = false }: Props) {
  const session = useSession()
  const role = session.status === 'signed-in' ? session.profile.role : undefined
  const mayChangeMap = role !== undefined && can(role, 'manage_maps')
  return (
    <p className={classes.quiet}>
      {missed ? t`No streets: the map couldn’t be loaded.` : t`This map has no streets.`}{' '}
      {missed && onRetry && (
        <>
          <button type="button" className={classes.link} onClick={onRetry}>
            {t`Retry`}
          </button>{' '}
        </>
      )}
      {mayChangeMap && wordsOnly ? null : mayChangeMap ? (
        <a className={classes.link} href={`#${paths.mapSettings}`}>
          {t`Map settings`}
        </a>
      ) : (
        // An administrator without the permission is referred to a super admin rather than to themselves.
        getAdvice(role)
      )}
    </p>
  )
}

const getAdvice = (role: Role | undefined) =>
  role && isInternalAdmin(role) ? t`Ask a super admin.` : t`Ask an administrator.`
