import { can } from '@muster/domain/permission.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session/use-session.ts'
import classes from './map-surface.module.css'

type Props = {
  /** The base map was not reached, and this is the built-in one in its place. */
  missed: boolean
  onRetry: (() => void) | undefined
  /** Words alone, as over a drawing: a corner that is tapped on a link would lead away from it. */
  wordsOnly?: boolean
}

/** Says on a map without streets that it has none, and who can bring them. */
export function NoStreets({ missed, onRetry, wordsOnly = false }: Props) {
  const session = useSession()
  const role = session.status === 'signed-in' ? session.profile.role : undefined
  const maySet = role !== undefined && can(role, 'manage_maps')
  return (
    <p className={classes.quiet}>
      {missed ? 'No streets: the map was not reached.' : 'This map has no streets.'}{' '}
      {missed && onRetry && (
        <>
          <button type="button" className={classes.link} onClick={onRetry}>
            Retry
          </button>{' '}
        </>
      )}
      {maySet && wordsOnly ? null : maySet ? (
        <a className={classes.link} href={`#${paths.mapSettings}`}>
          Map settings
        </a>
      ) : (
        // An administrator who may not set it would ask themselves.
        `Ask ${role && isInternalAdmin(role) ? 'a super admin' : 'an administrator'}.`
      )}
    </p>
  )
}
