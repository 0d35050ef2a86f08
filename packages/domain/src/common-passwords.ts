/** The most commonly tried passwords, in lower case, with six characters or more. Shorter ones fail the length rule. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 654321 7654321 87654321
  111111 1111111 11111111 000000 00000000 222222 333333 444444 555555 666666 777777 7777777 888888 88888888 999999
  112233 11223344 121212 123123 123123123 123321 1234321 12341234 123654 123654789 123987 131313 135790 147258
  147258369 159357 159753 147852 147852369 741852963 789456 789456123 696969 101010 102030 010203 232323 252525
  123abc abc123 abcd1234 abc12345 a12345 a123456 a1234567 a12345678 123456a 12345a 1234abcd 123qwe qwe123 1q2w3e
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1 qazwsx qazwsxedc qwerty
  qwerty1 qwerty12 qwerty123 qwerty1234 qwertyu qwertyui qwertyuiop qwertz qwertzuiop azerty azertyuiop asdfgh
  asdfghj asdfghjk asdfghjkl asdasd asd123 asdf1234 zxcvbn zxcvbnm zxcvbnm123 qweasd qweasdzxc poiuytrewq lkjhgfdsa
  abcdef abcdefg abcdefgh abcabc aaaaaa aaaaaaaa password password1 password12 password123 password1234 passw0rd
  p@ssword p@ssw0rd passwort passwort1 motdepasse contrasena senha123 parola passord wachtwoord mypassword
  newpassword changeme changeme123 changeit letmein letmein1 letmein123 welcome welcome1 welcome12 welcome123 default
  temp1234 temporary guest123 secret secret1 secret123 topsecret test123 test1234 testing testing123 tester demo123
  demo1234 sample example admin1 admin12 admin123 admin1234 administrator root123 rootroot toor123 superuser manager
  manager1 supervisor worker user123 user1234 username login123 logmein master master1 master123 access access14
  system server internet computer samsung google facebook iphone android windows microsoft linux123 security
  trustno1 whatever nothing iloveyou iloveyou1 iloveu loveyou lovely loveme sunshine princess princess1 monkey
  monkey1 dragon dragon1 shadow shadow1 football football1 baseball baseball1 basketball hockey soccer liverpool
  chelsea arsenal barcelona juventus michael michael1 michelle jennifer jessica jordan jordan23 daniel charlie thomas
  robert andrew joshua matthew ashley amanda nicole hannah samantha george martin hunter hunter2 killer batman
  superman spiderman pokemon starwars naruto minecraft fortnite mustang ferrari porsche mercedes corvette yamaha
  harley flower summer summer1 winter spring autumn purple orange yellow silver golden banana cookie cheese pepper
  ginger buster tigger maggie bailey snoopy freedom america london berlin monday friday january december diamond
  phoenix matrix hello1 hello123 helloworld blink182 donald biteme fuckyou fuckyou1 asshole pussy69 ncc1701 india123
  muster muster1 muster123 safety safety1 safety123 zone1234
  `
    .trim()
    .split(/\s+/),
)
