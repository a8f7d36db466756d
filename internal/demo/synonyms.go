package demo

import "strings"

// synonyms maps a word to its head word. Texts and questions are indexed by head words.
var synonyms = wordPairs(`
job:work jobs:work career:work profession:work occupation:work trade:work working:work
dad:father mum:mother mom:mother mama:mother papa:father
parent:family parents:family siblings:family relatives:family
brothers:brother sisters:sister
kids:child kid:child children:child son:child daughter:child
youth:childhood boyhood:childhood girlhood:childhood growing:childhood
husband:marry wife:marry marriage:marry married:marry wedding:marry spouse:marry
maths:mathematics math:mathematics arithmetic:mathematics
wrote:write written:write writer:write writings:write
fought:fight fighting:fight battles:battle wars:war
born:birth birthplace:birth
died:die dead:die death:die dying:die
taught:teach teacher:teach teachers:teach
school:study education:study learnt:learn learned:learn studied:study
began:begin begun:begin started:begin start:begin starts:begin starting:begin
built:build building:build builder:build
made:make making:make maker:make
thought:idea thoughts:idea ideas:idea opinion:idea
afraid:fear scared:fear fears:fear frightened:fear
picture:paint pictures:paint painting:paint paintings:paint painter:paint
money:pay paid:pay rich:wealth
ship:ship boat:ship boats:ship vessel:ship
home:home house:home live:home lived:home living:home
religion:faith god:faith belief:faith beliefs:faith believe:faith
ate:food eat:food meal:food meals:food eating:food
films:film movie:film movies:film
flew:fly flight:fly flying:fly
sang:sing sung:sing song:sing songs:sing
led:lead leader:lead leading:lead
ruled:rule ruler:rule reign:rule
friendship:friend pals:friend pal:friend
foes:enemy foe:enemy enemies:enemy rival:enemy rivals:enemy
beloved:love loved:love lover:love
crazy:mad insane:mad madness:mad lunatic:mad colour:color colors:color colours:color
ill:illness sick:illness sickness:illness disease:illness
killed:kill kills:kill killing:kill killings:kill murder:kill murders:kill murdered:kill murderer:kill massacre:kill massacres:kill slaughter:kill
jail:prison jailed:prison gaol:prison imprisoned:prison imprisonment:prison prisoner:prison
slaves:slave slavery:slave enslaved:slave
travel:journey travels:journey travelled:journey traveled:journey trip:journey trips:journey voyage:journey voyages:journey journeys:journey
won:win winning:win wins:win lost:lose losing:lose loss:lose defeat:lose defeated:lose
lied:lie lying:lie lies:lie liar:lie
drank:drink drinks:drink drinking:drink
poems:poem poetry:poem verses:poem verse:poem poet:poem
invented:invent invention:invent inventions:invent inventor:invent
discovered:discover discovery:discover discoveries:discover
lonely:alone loneliness:alone solitude:alone
asylum:mad madhouse:mad
slept:sleep sleeping:sleep asleep:sleep
injured:injury injuries:injury wounded:injury wound:injury wounds:injury
racism:racist prejudice:racist segregation:racist segregated:racist discrimination:racist
arrested:arrest trials:trial`)

// wordPairs returns the map of a list of pairs such as "kid:child".
func wordPairs(list string) map[string]string {
	m := make(map[string]string)
	for _, p := range strings.Fields(list) {
		w, head, _ := strings.Cut(p, ":")
		m[w] = head
	}
	return m
}
