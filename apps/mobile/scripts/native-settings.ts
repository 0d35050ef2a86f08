/** The texts iOS shows in its permission prompts. Apple reviews them. */
const usageTexts = {
  NSLocationWhenInUseUsageDescription:
    'Muster reads your position when you check whether you are inside a zone, and while you share it.',
  NSLocationAlwaysAndWhenInUseUsageDescription:
    'Only if you turn it on for a shift, Muster goes on sharing your position while another app is on the screen.',
  NSCameraUsageDescription: 'Muster uses the camera for pictures of reports and to scan QR codes.',
  NSPhotoLibraryUsageDescription: 'Muster attaches the pictures you choose to reports and messages.',
  NSMicrophoneUsageDescription: 'Muster records sound with the videos you attach to reports.',
}

/** Android permissions in addition to those the plugins request. */
const permissions = [
  'android.permission.ACCESS_COARSE_LOCATION',
  'android.permission.ACCESS_FINE_LOCATION',
  'android.permission.FOREGROUND_SERVICE',
  'android.permission.FOREGROUND_SERVICE_LOCATION',
  'android.permission.POST_NOTIFICATIONS',
  'android.permission.CAMERA',
]

/** The URL scheme of links into the app, such as `muster://open/alerts`. */
const scheme = 'muster'

const linkFilter = `            <intent-filter>
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="${scheme}" android:host="open" />
            </intent-filter>
`

const toPermissionLine = (name: string) => `    <uses-permission android:name="${name}" />\n`

/** Returns the Android manifest with our permissions and link filter added and backups of the app's data disabled. Idempotent. */
export function patchAndroidManifest(xml: string): string {
  const missingPermissions = permissions.filter(name => !xml.includes(`"${name}"`)).map(toPermissionLine)
  const hasLinkFilter = xml.includes(`android:scheme="${scheme}"`)
    ? xml
    : replaceOnce(xml, '        </activity>', `${linkFilter}        </activity>`)
  return replaceOnce(hasLinkFilter, '</manifest>', `${missingPermissions.join('')}</manifest>`).replace(
    'android:allowBackup="true"',
    'android:allowBackup="false"',
  )
}

const urlTypesPlist = `	<key>CFBundleURLTypes</key>
	<array>
		<dict>
			<key>CFBundleURLSchemes</key>
			<array>
				<string>${scheme}</string>
			</array>
		</dict>
	</array>
`
const backgroundModesPlist = `	<key>UIBackgroundModes</key>
	<array>
		<string>location</string>
		<string>remote-notification</string>
	</array>
`

/** Returns the iOS Info.plist with our usage texts, URL scheme and background modes added. Idempotent. */
export function patchInfoPlist(plist: string): string {
  const missingTexts = Object.entries(usageTexts)
    .filter(([key]) => !plist.includes(`<key>${key}</key>`))
    .map(([key, text]) => `	<key>${key}</key>\n	<string>${text}</string>\n`)
  const missingUrlTypes = plist.includes('<key>CFBundleURLTypes</key>') ? '' : urlTypesPlist
  const missingModes = plist.includes('<key>UIBackgroundModes</key>') ? '' : backgroundModesPlist
  const end = plist.lastIndexOf('</dict>')
  if (end < 0) throw new Error('Info.plist has no end')
  return plist.slice(0, end) + missingTexts.join('') + missingUrlTypes + missingModes + plist.slice(end)
}

const pushHooks = `
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        NotificationCenter.default.post(name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken)
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
        NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)
    }
`

/** Returns the iOS app delegate, changed to pass the device token for push notifications to the plugin. Idempotent. */
export function patchAppDelegate(swift: string): string {
  if (swift.includes('capacitorDidRegisterForRemoteNotifications')) return swift
  const end = swift.lastIndexOf('}')
  if (end < 0) throw new Error('AppDelegate.swift has no end')
  return swift.slice(0, end) + pushHooks + swift.slice(end)
}

function replaceOnce(text: string, search: string, replacement: string): string {
  if (!text.includes(search)) throw new Error(`The generated project has no ${search.trim()}`)
  return text.replace(search, () => replacement)
}

/** Returns the names of settings missing from the files of a generated project; empty if it is complete. */
export function findProblems({
  manifest,
  info,
  delegate,
}: Record<'manifest' | 'info' | 'delegate', string>): string[] {
  return [
    ...permissions.filter(name => !manifest.includes(`"${name}"`)),
    ...(manifest.includes(linkFilter) ? [] : ['links on Android']),
    ...Object.entries(usageTexts).flatMap(([key, text]) => (info.includes(text) ? [] : [key])),
    ...(info.includes(urlTypesPlist) ? [] : ['links on iOS']),
    ...(info.includes(backgroundModesPlist) ? [] : ['the background modes of iOS']),
    ...(delegate.includes(pushHooks) ? [] : ['notifications on iOS']),
  ]
}
