// Before the app itself is there: the appearance the person chose, and whether the shell will stand around the page.
const root = document.documentElement
const chosen = localStorage.getItem('muster.appearance')
if (chosen === 'light' || chosen === 'dark') root.dataset.mantineColorScheme = chosen
if (localStorage.getItem('muster.session')) root.dataset.signedIn = ''
