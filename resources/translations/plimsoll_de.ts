<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>AlertKeeper</name>
    <message>
        <source>%1: replaced by another file; alerts continue there, with those that are active</source>
        <translation>%1: Eine andere Datei steht an ihrer Stelle: Alarme gehen in dieser weiter, mit denen, die aktiv sind</translation>
    </message>
    <message>
        <source>%1: removed; alerts continue in a new file, with those that are active; past ones are lost</source>
        <translation>%1: wurde entfernt: Alarme gehen in einer neuen Datei weiter, mit denen, die aktiv sind; vergangene sind fort</translation>
    </message>
</context>
<context>
    <name>CollectionEditor</name>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>%1 · not read yet</source>
        <translation>%1 · noch nicht gelesen</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>Unacknowledge the alert %1: %2</source>
        <translation>Bestätigung des Alarms zurücknehmen: %1: %2</translation>
    </message>
    <message>
        <source>Acknowledge the alert %1: %2</source>
        <translation>Alarm bestätigen: %1: %2</translation>
    </message>
    <message>
        <source>Unmute %1: %2</source>
        <translation>Stummschaltung aufheben: %1: %2</translation>
    </message>
    <message>
        <source>Mute for an hour %1: %2</source>
        <translation>Eine Stunde stummschalten: %1: %2</translation>
    </message>
    <message>
        <source>Show the alert %1: %2</source>
        <translation>Alarm zeigen: %1: %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>ConnectionTest</name>
    <message>
        <source>1 key</source>
        <translation>1 Schlüssel</translation>
    </message>
    <message numerus="yes">
        <source>%1 keys</source>
        <translation>
            <numerusform>%1 Schlüssel</numerusform>
            <numerusform>%1 Schlüssel</numerusform>
        </translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>; it takes a %1</source>
        <translation>; erlaubt ist %1</translation>
    </message>
    <message>
        <source>this user may not read its keys; see rights</source>
        <translation>dieser Benutzer darf ihre Schlüssel nicht lesen; siehe „rights“</translation>
    </message>
    <message>
        <source>%1: %2 of %3 keys exist</source>
        <translation>%1: %2 von %3 Schlüsseln sind da</translation>
    </message>
    <message>
        <source>%1 is a %2</source>
        <translation>%1 ist %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>no key yet for %1, which counts as 0</source>
        <translation>noch kein Schlüssel für %1; das zählt als 0</translation>
    </message>
    <message>
        <source>missing ones count as 0</source>
        <translation>fehlende zählen als 0</translation>
    </message>
    <message>
        <source>keys like %1 exist</source>
        <translation>Schlüssel wie %1 sind da</translation>
    </message>
    <message>
        <source>no key like %1 exists, which counts as 0</source>
        <translation>kein Schlüssel wie %1 ist da; das zählt als 0</translation>
    </message>
    <message>
        <source>no key like %1 among the first %2 keys; polling looks at all of them</source>
        <translation>kein Schlüssel wie %1 unter den ersten %2; beim Abfragen werden alle angesehen</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>not tested, because %1 failed</source>
        <translation>nicht geprüft, weil „%1“ fehlgeschlagen ist</translation>
    </message>
    <message>
        <source>a unix socket has no host name</source>
        <translation>ein Unix-Socket hat keinen Hostnamen</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 ist %2</translation>
    </message>
    <message>
        <source>%1 is an address</source>
        <translation>%1 ist eine Adresse</translation>
    </message>
    <message>
        <source>%1, port %2</source>
        <translation>%1, Port %2</translation>
    </message>
    <message>
        <source>connected to %1 in %2 ms</source>
        <translation>mit %1 in %2 ms verbunden</translation>
    </message>
    <message>
        <source>the connection does not go through ssh</source>
        <translation>die Verbindung geht nicht über ssh</translation>
    </message>
    <message>
        <source>a unix socket needs no TLS</source>
        <translation>ein Unix-Socket braucht kein TLS</translation>
    </message>
    <message>
        <source>%1; the certificate is not verified (&quot;verify&quot;: false), so any server could answer in its place</source>
        <translation>%1; das Zertifikat wird nicht geprüft (&quot;verify&quot;: false), also könnte jeder Server an seiner Stelle antworten</translation>
    </message>
    <message>
        <source>%1, without a password</source>
        <translation>%1, ohne Passwort</translation>
    </message>
    <message>
        <source>logged in as %1</source>
        <translation>angemeldet als %1</translation>
    </message>
    <message>
        <source>the default user</source>
        <translation>der Standardbenutzer</translation>
    </message>
    <message>
        <source>the user “%1”</source>
        <translation>der Benutzer „%1“</translation>
    </message>
    <message>
        <source>. A password comes from the URL, PLIMSOLL_PASSWORD, REDISCLI_AUTH or the keychain</source>
        <translation>. Ein Passwort kommt aus der URL, PLIMSOLL_PASSWORD, REDISCLI_AUTH oder dem Schlüsselbund</translation>
    </message>
    <message>
        <source>. The login was tried as %1; to log in as another user, write redis://USER@host</source>
        <translation>. Angemeldet wurde als %1; ein anderer Benutzer wird so angegeben: redis://USER@host</translation>
    </message>
    <message>
        <source>The server is still loading its data from disk (%1 %, about %2 s more); it will answer when it is done</source>
        <translation>Der Server lädt noch seine Daten von der Platte (%1 %, noch etwa %2 s); danach antwortet er</translation>
    </message>
    <message>
        <source>a master</source>
        <translation>ein Master</translation>
    </message>
    <message>
        <source>; its link to the master is down</source>
        <translation>; seine Verbindung zum Master ist unterbrochen</translation>
    </message>
    <message>
        <source>%1, a replica of %2: its data may be late, and nothing can be changed here; connect to the master to operate%3</source>
        <translation>%1, ein Replikat von %2: Seine Daten können älter sein, und hier kann nichts geändert werden; dazu mit dem Master verbinden%3</translation>
    </message>
    <message>
        <source>%1, a master</source>
        <translation>%1, ein Master</translation>
    </message>
    <message>
        <source>%1, %2; everything else is unknown without INFO, see rights</source>
        <translation>%1, %2; ohne INFO ist sonst nichts bekannt, siehe „rights“</translation>
    </message>
    <message>
        <source>a replica</source>
        <translation>ein Replikat</translation>
    </message>
    <message>
        <source>unknown without INFO, see rights</source>
        <translation>ohne INFO unbekannt, siehe „rights“</translation>
    </message>
    <message>
        <source>this is a node of a Redis Cluster, which has only database 0, not %1; the URL of a cluster begins with %2</source>
        <translation>das ist ein Knoten eines Redis-Clusters, der nur Datenbank 0 hat, nicht %1; die URL eines Clusters beginnt mit %2</translation>
    </message>
    <message>
        <source>this is a node of a Redis Cluster: a plain connection sees only the keys in its own slots; the URL of the whole cluster begins with %1</source>
        <translation>das ist ein Knoten eines Redis-Clusters: Eine einfache Verbindung sieht nur die Schlüssel in seinen Slots; die URL des ganzen Clusters beginnt mit %1</translation>
    </message>
    <message>
        <source>one server with all keys</source>
        <translation>ein Server mit allen Schlüsseln</translation>
    </message>
    <message>
        <source>the key “%1”</source>
        <translation>der Schlüssel „%1“</translation>
    </message>
    <message>
        <source>without it nothing can be watched</source>
        <translation>ohne das kann nichts beobachtet werden</translation>
    </message>
    <message>
        <source>without it version, memory, restarts and failovers are unknown</source>
        <translation>ohne das sind Version, Speicher, Neustarts und Failover unbekannt</translation>
    </message>
    <message>
        <source>without it keys cannot be searched for</source>
        <translation>ohne das kann nicht nach Schlüsseln gesucht werden</translation>
    </message>
    <message>
        <source>needed by %1</source>
        <translation>benötigt von %1</translation>
    </message>
    <message>
        <source>The server&apos;s ACL does not allow this user %1. To permit it: %2</source>
        <translation>Die ACL des Servers erlaubt diesem Benutzer %1 nicht. So wird es erlaubt: %2</translation>
    </message>
    <message>
        <source>whether it may operate is unknown: %1</source>
        <translation>ob er etwas ändern darf, ist unbekannt: %1</translation>
    </message>
    <message>
        <source>it may not operate, because it may not run scripts (EVALSHA)</source>
        <translation>er darf nichts ändern, weil er keine Skripte ausführen darf (EVALSHA)</translation>
    </message>
    <message>
        <source>operations that need one of these are refused: %1</source>
        <translation>Operationen, die eines davon brauchen, werden abgelehnt: %1</translation>
    </message>
    <message>
        <source>%1. To permit it: %2</source>
        <translation>%1. So wird es erlaubt: %2</translation>
    </message>
    <message>
        <source>SLOWLOG is not permitted, so the slow log is not shown</source>
        <translation>SLOWLOG ist nicht erlaubt, daher fehlt das Slow Log</translation>
    </message>
    <message>
        <source>CONFIG GET is not permitted, so it is unknown whether data is saved</source>
        <translation>CONFIG GET ist nicht erlaubt, also ist unbekannt, ob Daten gespeichert werden</translation>
    </message>
    <message>
        <source>this user may run what watching needs; which keys it may read depends on the workspace</source>
        <translation>dieser Benutzer darf ausführen, was das Beobachten braucht; welche Schlüssel er lesen dürfen muss, hängt vom Arbeitsbereich ab</translation>
    </message>
    <message>
        <source>this user may watch; the workspace is read-only</source>
        <translation>dieser Benutzer darf beobachten; der Arbeitsbereich ist nur zum Lesen</translation>
    </message>
    <message>
        <source>this user may watch</source>
        <translation>dieser Benutzer darf beobachten</translation>
    </message>
    <message>
        <source>this user may watch and operate</source>
        <translation>dieser Benutzer darf beobachten und ändern</translation>
    </message>
    <message>
        <source>%1; it can be watched, but not operated: %2</source>
        <translation>%1; beobachten ist möglich, ändern nicht: %2</translation>
    </message>
    <message>
        <source>a cluster of 1 node</source>
        <translation>ein Cluster aus 1 Knoten</translation>
    </message>
    <message numerus="yes">
        <source>a cluster of %1 nodes</source>
        <translation>
            <numerusform>ein Cluster aus %1 Knoten</numerusform>
            <numerusform>ein Cluster aus %1 Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>the sentinels name the master of “%1”, which has all keys</source>
        <translation>die Sentinels nennen den Master von „%1“, der alle Schlüssel hat</translation>
    </message>
    <message>
        <source>the URL begins with %1://, which is without TLS</source>
        <translation>die URL beginnt mit %1://, also ohne TLS</translation>
    </message>
    <message>
        <source>1 slot of %1 is served by no node</source>
        <translation>1 Slot von %1 wird von keinem Knoten bedient</translation>
    </message>
    <message numerus="yes">
        <source>%1 slots of %2 are served by no node</source>
        <translation>
            <numerusform>%1 Slot von %2 wird von keinem Knoten bedient</numerusform>
            <numerusform>%1 Slots von %2 werden von keinem Knoten bedient</numerusform>
        </translation>
    </message>
    <message>
        <source>the cluster is down (cluster_state:fail)</source>
        <translation>der Cluster ist ausgefallen (cluster_state:fail)</translation>
    </message>
    <message>
        <source>the bastion looks up %1</source>
        <translation>die Bastion löst %1 auf</translation>
    </message>
    <message>
        <source>the bastion connects to %1</source>
        <translation>die Bastion verbindet mit %1</translation>
    </message>
    <message>
        <source>ssh leads to %1 through %2</source>
        <translation>ssh führt über %2 zu %1</translation>
    </message>
    <message>
        <source>%1 through the proxy %2</source>
        <translation>%1 über den Proxy %2</translation>
    </message>
    <message>
        <source>%1; where the nodes of a cluster announce addresses that cannot be reached from here, connection.addressMap of the workspace says what to connect to instead</source>
        <translation>%1; wenn die Knoten eines Clusters Adressen nennen, die von hier nicht erreichbar sind, steht in connection.addressMap des Arbeitsbereichs, womit stattdessen verbunden wird</translation>
    </message>
    <message>
        <source>%1; its keys are in several slots: jobs that move are kept here until they are there</source>
        <translation>%1; seine Schlüssel liegen in mehreren Slots: Aufträge, die umziehen, werden hier behalten, bis sie dort sind</translation>
    </message>
</context>
<context>
    <name>Consent</name>
    <message>
        <source>it is unknown what workspaces are allowed to do: %1: %2</source>
        <translation>was Arbeitsbereichen erlaubt wurde, ist unbekannt: %1: %2</translation>
    </message>
    <message>
        <source>run the command %1</source>
        <translation>den Befehl %1 ausführen</translation>
    </message>
    <message>
        <source>send alerts to the webhook %1</source>
        <translation>Alarme an den Webhook %1 senden</translation>
    </message>
    <message>
        <source>is damaged; remove it, and Plimsoll asks about each workspace again</source>
        <translation>ist beschädigt; ist sie entfernt, fragt Plimsoll nach jedem Arbeitsbereich neu</translation>
    </message>
    <message>
        <source>the workspace is not saved in a file, so Plimsoll will ask again</source>
        <translation>der Arbeitsbereich ist in keiner Datei gespeichert, also fragt Plimsoll wieder</translation>
    </message>
    <message>
        <source>%1 cannot be made</source>
        <translation>%1 kann nicht angelegt werden</translation>
    </message>
    <message>
        <source>another process is writing it</source>
        <translation>ein anderer Prozess schreibt sie</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>run ssh to connect through %1</source>
        <translation>ssh starten, um über %1 zu verbinden</translation>
    </message>
    <message>
        <source>run the command %1, and send the first line of its output as the password to %2</source>
        <translation>den Befehl %1 starten und die erste Zeile seiner Ausgabe als Passwort senden an %2</translation>
    </message>
</context>
<context>
    <name>DeepestQueues</name>
    <message numerus="yes">
        <source>%n queues</source>
        <translation>
            <numerusform>%n Warteschlange</numerusform>
            <numerusform>%n Warteschlangen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: critical %2</source>
        <translation>%1: kritisch %2</translation>
    </message>
    <message>
        <source>%1: warning %2</source>
        <translation>%1: Warnung %2</translation>
    </message>
    <message>
        <source>empty at %1</source>
        <translation>leer um %1</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 um %2</translation>
    </message>
    <message>
        <source>empty in %1</source>
        <translation>leer in %1</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>PRODUCTION</source>
        <translation>PRODUKTION</translation>
    </message>
    <message>
        <source>NOT VERIFIED</source>
        <translation>NICHT GEPRÜFT</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>default: %1; “%2” turns it off</source>
        <translation>Vorgabe: %1; „%2“ schaltet sie ab</translation>
    </message>
    <message>
        <source>default: %1</source>
        <translation>Vorgabe: %1</translation>
    </message>
    <message>
        <source>not set (e.g. 30s, 5m, 2h)</source>
        <translation>nicht gesetzt (z. B. 30s, 5m, 2h)</translation>
    </message>
    <message>
        <source>PRODUCTION · %1</source>
        <translation>PRODUKTION · %1</translation>
    </message>
</context>
<context>
    <name>Discovery</name>
    <message>
        <source>The size of %1 keys could not be read (NOPERM). %2</source>
        <translation>Die Größe von %1 Schlüsseln konnte nicht gelesen werden (NOPERM). %2</translation>
    </message>
    <message>
        <source>The elements of %1 keys could not be read (NOPERM): what they are is guessed from names. %2</source>
        <translation>Die Elemente von %1 Schlüsseln konnten nicht gelesen werden (NOPERM): Was sie sind, ist aus Namen erraten. %2</translation>
    </message>
    <message>
        <source>%1 is there for %2 of %3 elements looked at</source>
        <translation>%1 ist für %2 von %3 angesehenen Elementen da</translation>
    </message>
    <message>
        <source>only the largest of its keys are named</source>
        <translation>nur die größten ihrer Schlüssel sind genannt</translation>
    </message>
    <message>
        <source>Strings that are named like locks and expire</source>
        <translation>Zeichenketten, die wie Sperren heißen und ablaufen</translation>
    </message>
    <message>
        <source>Strings that are named like locks</source>
        <translation>Zeichenketten, die wie Sperren heißen</translation>
    </message>
    <message>
        <source>Sorted sets by time that are named like rate limits</source>
        <translation>Sortierte Mengen nach Zeit, die wie Ratenbegrenzungen heißen</translation>
    </message>
    <message>
        <source>%1 counts refusals</source>
        <translation>%1 zählt Ablehnungen</translation>
    </message>
    <message>
        <source>Strings that are named like a cache and expire</source>
        <translation>Zeichenketten, die wie ein Cache heißen und ablaufen</translation>
    </message>
    <message>
        <source>Strings that are named like a cache</source>
        <translation>Zeichenketten, die wie ein Cache heißen</translation>
    </message>
    <message>
        <source>A stream</source>
        <translation>Ein Stream</translation>
    </message>
    <message>
        <source>%1 takes its dead letters</source>
        <translation>%1 nimmt die Dead Letters auf</translation>
    </message>
    <message>
        <source>A list that is named like a queue</source>
        <translation>Eine Liste, die wie eine Warteschlange heißt</translation>
    </message>
    <message>
        <source>with priorities in the key names</source>
        <translation>mit Prioritäten in ihren Namen</translation>
    </message>
    <message>
        <source>of ready jobs</source>
        <translation>von dem, was bereit ist</translation>
    </message>
    <message>
        <source>its elements are jobs in JSON</source>
        <translation>ihre Elemente sind Jobs in JSON</translation>
    </message>
    <message>
        <source>%1 holds the jobs in work</source>
        <translation>%1 enthält, woran gearbeitet wird</translation>
    </message>
    <message>
        <source>%1 holds the delayed jobs</source>
        <translation>%1 enthält, was auf seine Zeit wartet</translation>
    </message>
    <message>
        <source>%1 holds the dead letters</source>
        <translation>%1 enthält die Dead Letters</translation>
    </message>
    <message>
        <source>A sorted set by priority</source>
        <translation>Eine sortierte Menge nach Priorität</translation>
    </message>
    <message>
        <source>A sorted set by due time</source>
        <translation>Eine sortierte Menge nach Fälligkeit</translation>
    </message>
    <message>
        <source>%1 is the list that due jobs move to</source>
        <translation>%1 ist die Liste, in die fällige Jobs kommen</translation>
    </message>
    <message>
        <source>its list of ready jobs is empty now; its name is derived from the others</source>
        <translation>ihre Liste bereiter Jobs ist jetzt leer, ihr Name ist aus den anderen abgeleitet</translation>
    </message>
    <message>
        <source>A sorted set by the time of the last heartbeat</source>
        <translation>Eine sortierte Menge nach dem letzten Lebenszeichen</translation>
    </message>
    <message>
        <source>members of %1 are in it</source>
        <translation>Mitglieder von %1 sind darin</translation>
    </message>
    <message>
        <source>A sorted set whose name and scores (%1) agree</source>
        <translation>Eine sortierte Menge, deren Name und Werte (%1) zueinander passen</translation>
    </message>
    <message>
        <source>A sorted set whose scores are %1; the name gives no hint</source>
        <translation>Eine sortierte Menge mit Werten, die %1 sind; ihr Name sagt nichts</translation>
    </message>
    <message>
        <source>past times</source>
        <translation>vergangene Zeitpunkte</translation>
    </message>
    <message>
        <source>future times</source>
        <translation>künftige Zeitpunkte</translation>
    </message>
    <message>
        <source>times around now</source>
        <translation>Zeitpunkte um jetzt</translation>
    </message>
    <message>
        <source>small whole numbers</source>
        <translation>kleine ganze Zahlen</translation>
    </message>
    <message>
        <source>a priority and a time</source>
        <translation>eine Priorität und ein Zeitpunkt</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>A list named like recent items</source>
        <translation>Eine Liste, die wie die letzten Dinge heißt</translation>
    </message>
    <message>
        <source>A sorted set by time, named like recent items</source>
        <translation>Eine sortierte Menge nach Zeit, die wie die letzten Dinge heißt</translation>
    </message>
    <message>
        <source>%1 keys named like recent items</source>
        <translation>%1 Schlüssel, die wie die letzten Dinge heißen</translation>
    </message>
    <message>
        <source>Sets by period, named like deduplication</source>
        <translation>Mengen je Zeitraum, die nach schon Gesehenem heißen</translation>
    </message>
    <message>
        <source>A set named like deduplication</source>
        <translation>Eine Menge, die nach schon Gesehenem heißt</translation>
    </message>
    <message>
        <source>A set named after its members</source>
        <translation>Eine Menge, die nach ihren Mitgliedern heißt</translation>
    </message>
    <message>
        <source>A set</source>
        <translation>Eine Menge</translation>
    </message>
    <message>
        <source>keys that belong to each of them are left out: jobs must not move from one to another</source>
        <translation>was zu jeder einzelnen gehört, fehlt: Jobs dürfen nicht von einer zur anderen geraten</translation>
    </message>
    <message>
        <source>The type of %1 keys could not be read (NOPERM); they are recognised by name only. %2</source>
        <translation>Der Typ von %1 Schlüsseln konnte nicht gelesen werden (NOPERM): Sie sind nur an ihren Namen erkannt. %2</translation>
    </message>
    <message>
        <source>Slots moved to other nodes meanwhile: some keys may be missing</source>
        <translation>Slots zogen inzwischen zu anderen Knoten um: Einige Schlüssel fehlen vielleicht</translation>
    </message>
    <message>
        <source>%1 does not answer: its keys are unknown</source>
        <translation>%1 antwortet nicht: seine Schlüssel sind unbekannt</translation>
    </message>
    <message>
        <source>%1 keys could not be asked for their type and size. %2</source>
        <translation>Typ und Größe von %1 Schlüsseln waren nicht zu erfragen. %2</translation>
    </message>
    <message>
        <source>%1 is a key of %2</source>
        <translation>%1 ist ein Schlüssel von %2</translation>
    </message>
    <message>
        <source>%1 lists it, as %2 does</source>
        <translation>%1 führt sie auf, wie es %2 tut</translation>
    </message>
    <message>
        <source>All keys were deleted meanwhile (FLUSHALL or FLUSHDB): what was found may be gone, and what came since may be missing</source>
        <translation>Inzwischen wurden alle Schlüssel gelöscht (FLUSHALL oder FLUSHDB): Gefundenes gibt es vielleicht nicht mehr, und was seither kam, fehlt vielleicht</translation>
    </message>
    <message>
        <source>Strings that are named like locks; some expire</source>
        <translation>Zeichenketten, die wie Sperren heißen; manche laufen ab</translation>
    </message>
    <message>
        <source>%1: a queue of %2, but with a key of type %3, as only other transports keep their messages, such as celery-redis-plus; it is not read</source>
        <translation>%1: eine Queue von %2, aber mit einem Schlüssel vom Typ %3, wie ihn nur andere Transporte führen, etwa celery-redis-plus; sie wird nicht gelesen</translation>
    </message>
    <message>
        <source>What was found earlier is unknown: %1: %2</source>
        <translation>Was früher gefunden wurde, ist unbekannt: %1: %2</translation>
    </message>
    <message>
        <source>not a list of found keys of Plimsoll</source>
        <translation>keine Liste gefundener Schlüssel von Plimsoll</translation>
    </message>
    <message>
        <source>What was found cannot be kept: %1: %2</source>
        <translation>Was gefunden wurde, kann nicht behalten werden: %1: %2</translation>
    </message>
</context>
<context>
    <name>KeyTemplate</name>
    <message>
        <source>stands for more than %1 keys</source>
        <translation>steht für mehr als %1 Schlüssel</translation>
    </message>
    <message>
        <source>is empty; a key is needed</source>
        <translation>ist leer; ein Schlüssel wird gebraucht</translation>
    </message>
    <message>
        <source>names the key &apos;%1&apos; twice</source>
        <translation>nennt den Schlüssel „%1“ zweimal</translation>
    </message>
</context>
<context>
    <name>Keychain</name>
    <message>
        <source>this session has no keychain</source>
        <translation>diese Sitzung hat keinen Schlüsselbund</translation>
    </message>
    <message>
        <source>the library libqt6keychain is not installed</source>
        <translation>die Bibliothek libqt6keychain ist nicht installiert</translation>
    </message>
</context>
<context>
    <name>Poller</name>
    <message>
        <source>There is nothing to poll</source>
        <translation>Es gibt nichts abzufragen</translation>
    </message>
</context>
<context>
    <name>Polling</name>
    <message>
        <source>the server does not tell which keys change: %1</source>
        <translation>der Server sagt nicht, welche Schlüssel sich ändern: %1</translation>
    </message>
    <message>
        <source>%1 keys are too many for the server&apos;s table of tracked keys, which holds %2 for all clients (tracking-table-max-keys)</source>
        <translation>%1 Schlüssel sind zu viele für die Tabelle der verfolgten Schlüssel des Servers, die %2 für alle Clients fasst (tracking-table-max-keys)</translation>
    </message>
    <message>
        <source>the server&apos;s table of tracked keys is full (tracking-table-max-keys %1)</source>
        <translation>die Tabelle der verfolgten Schlüssel des Servers ist voll (tracking-table-max-keys %1)</translation>
    </message>
    <message>
        <source>the connection that hears of changes is closed again and again</source>
        <translation>die Verbindung, die von Änderungen hört, wird immer wieder geschlossen</translation>
    </message>
    <message>
        <source>more than a quarter of the collections has to be asked at each poll</source>
        <translation>mehr als ein Viertel der Sammlungen muss bei jeder Abfrage gefragt werden</translation>
    </message>
    <message>
        <source>some collections read keys that they do not name, such as records of jobs, and the server would have to remember each of them</source>
        <translation>einige Sammlungen lesen Schlüssel, die sie nicht nennen, etwa Datensätze von Jobs, und der Server müsste sich jeden merken</translation>
    </message>
</context>
<context>
    <name>SessionTrouble</name>
    <message>
        <source>nothing has been read yet</source>
        <translation>es wurde noch nichts gelesen</translation>
    </message>
    <message>
        <source>figures as of %1</source>
        <translation>Zahlen von %1</translation>
    </message>
    <message>
        <source>since %1: %2</source>
        <translation>seit %1: %2</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>connecting…</source>
        <translation>verbindet…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>all well</source>
        <translation>alles in Ordnung</translation>
    </message>
    <message>
        <source>as of %1</source>
        <translation>Stand %1</translation>
    </message>
    <message>
        <source>%1, as of %2</source>
        <translation>%1, Stand %2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>and 1 more</source>
        <translation>und 1 weitere</translation>
    </message>
    <message numerus="yes">
        <source>and %1 more</source>
        <translation>
            <numerusform>und %1 weitere</numerusform>
            <numerusform>und %1 weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Wire</name>
    <message>
        <source>A “%” in the user or password of a URL must be written %25, or be followed by two hex digits</source>
        <translation>Ein „%“ im Benutzer oder Passwort einer URL muss als %25 geschrieben werden, oder zwei Hexadezimalziffern müssen folgen</translation>
    </message>
    <message>
        <source>The database in a URL must be a number from 0, as in %1</source>
        <translation>Die Datenbank in einer URL muss eine Zahl ab 0 sein, wie in %1</translation>
    </message>
    <message>
        <source>The port in a URL must be a number from 1 to 65535, as in redis://host:6379</source>
        <translation>Der Port in einer URL muss eine Zahl von 1 bis 65535 sein, wie in redis://host:6379</translation>
    </message>
    <message>
        <source>An IPv6 address in a URL is written in brackets, as in redis://[::1]:6379</source>
        <translation>Eine IPv6-Adresse steht in einer URL in Klammern, wie in redis://[::1]:6379</translation>
    </message>
    <message>
        <source>The host name in the URL holds a character no host has</source>
        <translation>Der Hostname in der URL enthält ein Zeichen, das kein Host hat</translation>
    </message>
    <message>
        <source>“/”, “?” and “#” in the user or password of a URL must be written %2F, %3F and %23</source>
        <translation>„/“, „?“ und „#“ im Benutzer oder Passwort einer URL müssen als %2F, %3F und %23 geschrieben werden</translation>
    </message>
    <message>
        <source>A “%” in the path of a URL must be written %25, or be followed by two hex digits</source>
        <translation>Ein „%“ im Pfad einer URL muss als %25 geschrieben werden, oder zwei Hexadezimalziffern müssen folgen</translation>
    </message>
    <message>
        <source>A unix:// URL needs the path of a socket, as in unix:///run/redis/redis.sock</source>
        <translation>Eine unix://-URL braucht den Pfad eines Sockets, wie in unix:///run/redis/redis.sock</translation>
    </message>
    <message>
        <source>The path of a unix socket may have at most %1 bytes</source>
        <translation>Der Pfad eines Unix-Sockets darf höchstens %1 Bytes haben</translation>
    </message>
    <message>
        <source>After the path of a unix:// URL only ?db=N may follow; a “?” in the path is written %3F</source>
        <translation>Nach dem Pfad einer unix://-URL darf nur ?db=N folgen; ein „?“ im Pfad wird als %3F geschrieben</translation>
    </message>
    <message>
        <source>The server has no password set; leave the password out</source>
        <translation>Auf dem Server ist kein Passwort gesetzt; das Passwort weglassen</translation>
    </message>
    <message>
        <source>The server does not accept this login: it supports no users, or has no password</source>
        <translation>Der Server nimmt diese Anmeldung nicht an: er kennt keine Benutzer oder keine Passwörter</translation>
    </message>
    <message>
        <source>The server has no database %1</source>
        <translation>Der Server hat keine Datenbank %1</translation>
    </message>
    <message>
        <source>The server sent data that was not requested</source>
        <translation>Der Server hat etwas gesendet, wonach er nicht gefragt wurde</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>The server did not answer within the time allowed</source>
        <translation>Der Server hat nicht in der erlaubten Zeit geantwortet</translation>
    </message>
    <message>
        <source>The server closed the connection</source>
        <translation>Der Server hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>The server speaks TLS; its URL begins with rediss://</source>
        <translation>Der Server spricht TLS; seine URL beginnt mit rediss://</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
    <message>
        <source>No connection to %1 within the time allowed</source>
        <translation>Keine Verbindung zu %1 in der erlaubten Zeit</translation>
    </message>
    <message>
        <source>nothing listens there; is the server running?</source>
        <translation>dort lauscht nichts; läuft der Server?</translation>
    </message>
    <message>
        <source>there is no such socket</source>
        <translation>es gibt keinen solchen Socket</translation>
    </message>
    <message>
        <source>the system does not permit it</source>
        <translation>das System erlaubt es nicht</translation>
    </message>
    <message>
        <source>no route leads to this host</source>
        <translation>kein Weg führt zu diesem Host</translation>
    </message>
    <message>
        <source>the host does not answer</source>
        <translation>der Host antwortet nicht</translation>
    </message>
    <message>
        <source>the connection was closed at once</source>
        <translation>die Verbindung wurde sofort geschlossen</translation>
    </message>
    <message>
        <source>Cannot connect to %1: %2</source>
        <translation>Keine Verbindung zu %1: %2</translation>
    </message>
    <message>
        <source>Cannot connect to %1: no host has this name</source>
        <translation>Keine Verbindung zu %1: kein Host hat diesen Namen</translation>
    </message>
    <message>
        <source>The server does not describe its commands (COMMAND), so a read-only connection cannot be guaranteed</source>
        <translation>Der Server beschreibt seine Befehle nicht (COMMAND), also ist nicht sicher, dass eine Verbindung nur liest</translation>
    </message>
    <message>
        <source>Refused: the workspace is read-only, and %1 may change data</source>
        <translation>Abgelehnt: der Arbeitsbereich ist schreibgeschützt, und %1 kann Daten ändern</translation>
    </message>
    <message>
        <source>%1 holds another type of value</source>
        <translation>%1 enthält einen Wert anderen Typs</translation>
    </message>
    <message>
        <source>The server requires a user name or a password</source>
        <translation>Der Server verlangt einen Benutzernamen oder ein Passwort</translation>
    </message>
    <message>
        <source>The server is still loading its data from disk; it will answer when it is done</source>
        <translation>Der Server lädt seine Daten noch von der Platte; er antwortet, wenn er fertig ist</translation>
    </message>
    <message>
        <source>The server is busy with a script or function that runs too long</source>
        <translation>Der Server ist mit einem Skript oder einer Funktion beschäftigt, die zu lange läuft</translation>
    </message>
    <message>
        <source>%1 exists already</source>
        <translation>%1 gibt es schon</translation>
    </message>
    <message>
        <source>The server is a replica and accepts no writes; connect to its master</source>
        <translation>Der Server ist ein Replikat und nimmt keine Änderungen an; mit seinem Master verbinden</translation>
    </message>
    <message>
        <source>The server is a replica that lost its master, and serves no data that may be old</source>
        <translation>Der Server ist ein Replikat ohne seinen Master und gibt nichts heraus, was veraltet sein kann</translation>
    </message>
    <message>
        <source>The cluster is down: not all of its slots are served</source>
        <translation>Der Cluster ist ausgefallen: nicht alle seine Slots werden bedient</translation>
    </message>
    <message>
        <source>%1 is on another node of the cluster</source>
        <translation>%1 liegt auf einem anderen Knoten des Clusters</translation>
    </message>
    <message>
        <source>%1 is moving to another node of the cluster</source>
        <translation>%1 zieht auf einen anderen Knoten des Clusters um</translation>
    </message>
    <message>
        <source>The keys are moving to another node of the cluster; try again in a moment</source>
        <translation>Die Schlüssel ziehen auf einen anderen Knoten des Clusters um; gleich noch einmal versuchen</translation>
    </message>
    <message>
        <source>The keys are in different slots of the cluster and cannot be used together</source>
        <translation>Die Schlüssel liegen in verschiedenen Slots des Clusters und können nicht zusammen benutzt werden</translation>
    </message>
    <message>
        <source>The server is at its memory limit (maxmemory) and accepts no more data</source>
        <translation>Der Server hat seine Speichergrenze (maxmemory) erreicht und nimmt keine Daten mehr an</translation>
    </message>
    <message>
        <source>The server cannot save to disk and therefore accepts no writes; see its log</source>
        <translation>Der Server kann nicht auf die Platte sichern und nimmt deshalb keine Änderungen an; siehe sein Log</translation>
    </message>
    <message>
        <source>The server does not have this script (any more)</source>
        <translation>Der Server hat dieses Skript nicht (mehr)</translation>
    </message>
    <message>
        <source>The server accepts no writes: too few of its replicas are reachable</source>
        <translation>Der Server nimmt keine Änderungen an: zu wenige seiner Replikate sind erreichbar</translation>
    </message>
    <message>
        <source>%1 has no such consumer group</source>
        <translation>%1 hat keine solche Consumer-Gruppe</translation>
    </message>
    <message>
        <source>The server did not run the transaction: one of its commands was refused</source>
        <translation>Der Server hat die Transaktion nicht ausgeführt: einer ihrer Befehle wurde abgelehnt</translation>
    </message>
    <message>
        <source>The server is in protected mode: it accepts connections only from its own host</source>
        <translation>Der Server ist im geschützten Modus: er nimmt nur Verbindungen von seinem eigenen Host an</translation>
    </message>
    <message>
        <source>The key</source>
        <translation>Der Schlüssel</translation>
    </message>
    <message>
        <source>The server&apos;s ACL does not allow this user the command %1</source>
        <translation>Die ACL des Servers erlaubt diesem Benutzer den Befehl %1 nicht</translation>
    </message>
    <message>
        <source>The server&apos;s ACL does not allow this user the key</source>
        <translation>Die ACL des Servers erlaubt diesem Benutzer den Schlüssel nicht</translation>
    </message>
    <message>
        <source>The server&apos;s ACL does not allow this user the key %1</source>
        <translation>Die ACL des Servers erlaubt diesem Benutzer den Schlüssel %1 nicht</translation>
    </message>
    <message>
        <source>The server answers: %1</source>
        <translation>Der Server antwortet: %1</translation>
    </message>
    <message>
        <source>%1: the server answers: %2</source>
        <translation>%1: der Server antwortet: %2</translation>
    </message>
    <message>
        <source>The answer is too large (over %1 MiB, or %2 values in one array)</source>
        <translation>Die Antwort ist größer, als angenommen wird (%1 MiB oder %2 Werte in einem Array)</translation>
    </message>
    <message>
        <source>The server sent more answers than it was asked for</source>
        <translation>Der Server hat mehr Antworten gesendet, als verlangt waren</translation>
    </message>
    <message>
        <source>The answer is not in Redis&apos;s protocol (RESP2): is this a Redis server?</source>
        <translation>Die Antwort entspricht nicht dem Protokoll von Redis (RESP2): ist das ein Redis-Server?</translation>
    </message>
    <message>
        <source>The server did not report its time</source>
        <translation>Der Server hat seine Uhrzeit nicht genannt</translation>
    </message>
    <message>
        <source>%1 is not a file</source>
        <translation>%1 ist keine Datei</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>%1 contains no certificate; a PEM file is needed</source>
        <translation>%1 enthält kein Zertifikat; gebraucht wird eine PEM-Datei</translation>
    </message>
    <message>
        <source>%1 contains no readable private key; a PEM file with an RSA or EC key and no passphrase is needed</source>
        <translation>%1 enthält keinen lesbaren privaten Schlüssel; gebraucht wird eine PEM-Datei mit einem RSA- oder EC-Schlüssel ohne Passphrase</translation>
    </message>
    <message>
        <source>A client certificate needs both certFile and keyFile</source>
        <translation>Ein Client-Zertifikat braucht certFile und keyFile</translation>
    </message>
    <message>
        <source>the server&apos;s certificate has expired (%1)</source>
        <translation>das Zertifikat des Servers ist abgelaufen (%1)</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is not valid before %1</source>
        <translation>das Zertifikat des Servers gilt erst ab %1</translation>
    </message>
    <message>
        <source>the server&apos;s certificate was issued by “%1”, which this system does not know; name its authority in the workspace&apos;s caFile</source>
        <translation>das Zertifikat des Servers wurde von „%1“ ausgestellt, was dieses System nicht kennt; die Zertifizierungsstelle in caFile des Arbeitsbereichs nennen</translation>
    </message>
    <message>
        <source>the server&apos;s certificate was issued by “%1”, which caFile does not hold</source>
        <translation>das Zertifikat des Servers wurde von „%1“ ausgestellt, was nicht in caFile steht</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>niemandem</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is for %1, not for %2</source>
        <translation>das Zertifikat des Servers gilt für %1, nicht für %2</translation>
    </message>
    <message>
        <source>it does not speak TLS; without TLS its URL begins with redis://</source>
        <translation>er spricht kein TLS; ohne TLS beginnt seine URL mit redis://</translation>
    </message>
    <message>
        <source>the server requires a client certificate; name it in certFile and keyFile</source>
        <translation>der Server verlangt ein Zertifikat von uns; es in certFile und keyFile nennen</translation>
    </message>
    <message>
        <source>the server rejected the client certificate: it has expired</source>
        <translation>der Server nimmt unser Zertifikat nicht an: es ist abgelaufen</translation>
    </message>
    <message>
        <source>the server rejected the client certificate: it does not know the issuer</source>
        <translation>der Server nimmt unser Zertifikat nicht an: er kennt den Aussteller nicht</translation>
    </message>
    <message>
        <source>the server rejected the client certificate</source>
        <translation>der Server nimmt unser Zertifikat nicht an</translation>
    </message>
    <message>
        <source>the server refused the TLS handshake; it may require a client certificate (certFile and keyFile)</source>
        <translation>der Server hat den TLS-Handshake abgelehnt; vielleicht verlangt er ein Zertifikat von uns (certFile und keyFile)</translation>
    </message>
    <message>
        <source>the server refused the TLS handshake</source>
        <translation>der Server hat den TLS-Handshake abgelehnt</translation>
    </message>
    <message>
        <source>the server speaks no version of TLS that is still safe (1.2 or 1.3)</source>
        <translation>der Server spricht keine Version von TLS, die noch sicher ist (1.2 oder 1.3)</translation>
    </message>
    <message>
        <source>the key in keyFile is not that of the certificate in certFile</source>
        <translation>der Schlüssel in keyFile gehört nicht zum Zertifikat in certFile</translation>
    </message>
    <message>
        <source>it does not answer the TLS handshake</source>
        <translation>er antwortet nicht auf den TLS-Handshake</translation>
    </message>
    <message>
        <source>this system has no OpenSSL, which TLS needs</source>
        <translation>dieses System hat kein OpenSSL, das TLS braucht</translation>
    </message>
    <message>
        <source>the TLS handshake failed (%1)</source>
        <translation>der TLS-Handshake ist gescheitert (%1)</translation>
    </message>
    <message>
        <source>TLS failed (%1)</source>
        <translation>TLS ist gescheitert (%1)</translation>
    </message>
    <message>
        <source>The server does not know the command %1: it is too old for it, or has it under another name</source>
        <translation>Der Server kennt den Befehl %1 nicht: Er ist zu alt dafür oder führt ihn unter einem anderen Namen</translation>
    </message>
    <message>
        <source>The user %1 needs a password, and none was given; or there is no such user, or it is switched off</source>
        <translation>Der Benutzer %1 braucht ein Passwort, und es wurde keines angegeben; oder es gibt ihn nicht, oder er ist abgeschaltet</translation>
    </message>
    <message>
        <source>Wrong user name or password, or the user is disabled</source>
        <translation>Benutzername oder Passwort falsch, oder der Benutzer ist deaktiviert</translation>
    </message>
    <message>
        <source>%1 is larger than %2 MiB, too large for a certificate</source>
        <translation>%1 ist größer als %2 MiB; so groß ist kein Zertifikat</translation>
    </message>
    <message>
        <source>Another cluster answers at %1 now</source>
        <translation>Unter %1 antwortet jetzt ein anderer Cluster</translation>
    </message>
    <message>
        <source>%1 is not part of a cluster; the URL of a single server begins with redis:// or rediss://</source>
        <translation>%1 gehört zu keinem Cluster; die URL eines einzelnen Servers beginnt mit redis:// oder rediss://</translation>
    </message>
    <message>
        <source>The slots of the cluster have moved; the search begins again</source>
        <translation>Die Slots des Clusters sind umgezogen; die Suche beginnt von vorn</translation>
    </message>
    <message>
        <source>No node of the cluster serves slot %1 of “%2”</source>
        <translation>Kein Knoten des Clusters bedient Slot %1, den von „%2“</translation>
    </message>
    <message>
        <source>The cluster&apos;s description of its nodes is inconsistent</source>
        <translation>Der Cluster beschreibt seine Knoten so, wie es nicht stimmen kann</translation>
    </message>
    <message>
        <source>The sentinel at %1 watches no master called “%2”</source>
        <translation>Der Sentinel unter %1 beobachtet keinen Master namens „%2“</translation>
    </message>
    <message>
        <source>%1 is not a sentinel; the URL of a server itself begins with redis:// or rediss://</source>
        <translation>%1 ist kein Sentinel; die URL eines Servers selbst beginnt mit redis:// oder rediss://</translation>
    </message>
    <message>
        <source>The sentinel does not report the master&apos;s address</source>
        <translation>Der Sentinel nennt die Adresse des Masters nicht</translation>
    </message>
    <message>
        <source>The sentinels name %1, which is not a master (yet)</source>
        <translation>Die Sentinels nennen %1, das (noch) kein Master ist</translation>
    </message>
    <message>
        <source>Between two commas in the URL, a host is missing</source>
        <translation>Zwischen zwei Kommas in der URL fehlt ein Host</translation>
    </message>
    <message>
        <source>A %1:// URL ends with the database, as in %2; nothing may follow it</source>
        <translation>Eine %1://-URL endet mit der Datenbank, wie in %2; danach darf nichts folgen</translation>
    </message>
    <message>
        <source>A Sentinel URL names the master that the sentinels watch, as in %1</source>
        <translation>Eine Sentinel-URL nennt den Master, den die Sentinels beobachten, wie in %1</translation>
    </message>
    <message>
        <source>A server is named by a URL that begins with redis://, rediss://, unix://, redis+cluster://, rediss+cluster:// or redis+sentinel://, as in redis://127.0.0.1:6379</source>
        <translation>Ein Server wird mit einer URL genannt, die mit redis://, rediss://, unix://, redis+cluster://, rediss+cluster:// oder redis+sentinel:// beginnt, wie in redis://127.0.0.1:6379</translation>
    </message>
    <message>
        <source>A web server answers there (HTTP), not Redis</source>
        <translation>Dort antwortet ein Webserver (HTTP), nicht Redis</translation>
    </message>
    <message>
        <source>nothing listens there; is the server running, and is the port right?</source>
        <translation>dort nimmt niemand Verbindungen an; läuft der Server, und stimmt der Port?</translation>
    </message>
    <message>
        <source>the system does not permit it: you need write permission on the socket (unixsocketperm of the server), and access to its folder</source>
        <translation>das System erlaubt es nicht: nötig sind Schreibrecht für den Socket (unixsocketperm des Servers) und Zugang zu seinem Ordner</translation>
    </message>
    <message>
        <source>%1, certificate for %2, issued by “%3”, valid until %4</source>
        <translation>%1, Zertifikat für %2, ausgestellt von „%3“, gültig bis %4</translation>
    </message>
    <message>
        <source>The URL of several addresses begins with redis+cluster:// or redis+sentinel://; another has one host</source>
        <translation>Die URL mehrerer Adressen beginnt mit redis+cluster:// oder redis+sentinel://; eine andere hat einen Host</translation>
    </message>
    <message>
        <source>A cluster has only database 0, not %1</source>
        <translation>Ein Cluster hat nur die Datenbank 0, nicht %1</translation>
    </message>
    <message>
        <source>the workspace runs programs to connect, which are not allowed yet; look at them and allow them with: %1</source>
        <translation>der Arbeitsbereich startet zum Verbinden Programme, die noch nicht erlaubt sind; ansehen und erlauben mit: %1</translation>
    </message>
    <message>
        <source>must be a proxy, as in &quot;socks5://host:1080&quot; or &quot;http://user@host:3128&quot;</source>
        <translation>muss ein Proxy sein, wie in &quot;socks5://host:1080&quot; oder &quot;http://benutzer@host:3128&quot;</translation>
    </message>
    <message>
        <source>contains a password, which a workspace must not; set PLIMSOLL_PROXY_PASSWORD instead</source>
        <translation>enthält ein Passwort, was ein Arbeitsbereich nie tut; es kommt aus PLIMSOLL_PROXY_PASSWORD</translation>
    </message>
    <message>
        <source>must be a host for ssh, as in &quot;user@bastion:22&quot;: user and host are made of letters, digits, &quot;.&quot;, &quot;_&quot; and &quot;-&quot;, and do not begin with &quot;-&quot;</source>
        <translation>muss ein Host für ssh sein, wie in &quot;benutzer@bastion:22&quot;: Benutzer und Host bestehen aus Buchstaben, Ziffern, &quot;.&quot;, &quot;_&quot; und &quot;-&quot; und beginnen nicht mit &quot;-&quot;</translation>
    </message>
    <message>
        <source>cannot be started</source>
        <translation>lässt sich nicht starten</translation>
    </message>
    <message>
        <source>printed too much for a password, and was killed</source>
        <translation>gibt zu viel für ein Passwort aus und wurde beendet</translation>
    </message>
    <message>
        <source>did not end within a minute, and was killed</source>
        <translation>endete nicht innerhalb einer Minute und wurde beendet</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>ist abgestürzt</translation>
    </message>
    <message>
        <source>ended with %1</source>
        <translation>endete mit %1</translation>
    </message>
    <message>
        <source>printed no password</source>
        <translation>gab kein Passwort aus</translation>
    </message>
    <message>
        <source>the passwordCommand %1 %2</source>
        <translation>das passwordCommand %1 %2</translation>
    </message>
    <message>
        <source>Cannot connect to %1: the proxy %2 %3</source>
        <translation>Verbindung zu %1 nicht möglich: Der Proxy %2 %3</translation>
    </message>
    <message>
        <source>does not answer within the time allowed</source>
        <translation>antwortet nicht in der erlaubten Zeit</translation>
    </message>
    <message>
        <source>closed the connection</source>
        <translation>hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>accepts no user or password of more than %1 bytes</source>
        <translation>nimmt keinen Benutzer und kein Passwort von mehr als %1 Byte</translation>
    </message>
    <message>
        <source>refuses the login; its password comes from PLIMSOLL_PROXY_PASSWORD</source>
        <translation>verweigert die Anmeldung; sein Passwort kommt aus PLIMSOLL_PROXY_PASSWORD</translation>
    </message>
    <message>
        <source>does not speak SOCKS 5</source>
        <translation>spricht nicht SOCKS 5</translation>
    </message>
    <message>
        <source>requires a user and a password: name the user in its URL, and set PLIMSOLL_PROXY_PASSWORD</source>
        <translation>verlangt Benutzer und Passwort: Der Benutzer gehört in seine URL, das Passwort in PLIMSOLL_PROXY_PASSWORD</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>ist gescheitert</translation>
    </message>
    <message>
        <source>does not permit this connection</source>
        <translation>erlaubt diese Verbindung nicht</translation>
    </message>
    <message>
        <source>has no route to its network</source>
        <translation>hat keinen Weg in dessen Netz</translation>
    </message>
    <message>
        <source>cannot reach the host, or does not know its name</source>
        <translation>erreicht den Host nicht oder kennt seinen Namen nicht</translation>
    </message>
    <message>
        <source>was refused: nothing listens there</source>
        <translation>wurde abgewiesen: Dort lauscht nichts</translation>
    </message>
    <message>
        <source>failed (code %1)</source>
        <translation>ist gescheitert (Code %1)</translation>
    </message>
    <message>
        <source>does not speak HTTP</source>
        <translation>spricht nicht HTTP</translation>
    </message>
    <message>
        <source>refuses the login: the user is in its URL, the password comes from PLIMSOLL_PROXY_PASSWORD</source>
        <translation>verweigert die Anmeldung: Der Benutzer steht in seiner URL, das Passwort kommt aus PLIMSOLL_PROXY_PASSWORD</translation>
    </message>
    <message>
        <source>says “%1”</source>
        <translation>sagt „%1“</translation>
    </message>
    <message>
        <source>ssh to %1: %2</source>
        <translation>ssh zu %1: %2</translation>
    </message>
    <message>
        <source>the program ssh is not installed</source>
        <translation>das Programm ssh ist nicht installiert</translation>
    </message>
    <message>
        <source>ended without a reason</source>
        <translation>endete ohne Begründung</translation>
    </message>
    <message>
        <source>A different node of the cluster answers at %1 than the one announced for it: is connection.addressMap right?</source>
        <translation>An %1 antwortet ein anderer Knoten des Clusters als der dafür angekündigte: Stimmt connection.addressMap?</translation>
    </message>
    <message>
        <source>%1 is a Redis Sentinel, which has no keys; the server that it watches is reached by %2</source>
        <translation>%1 ist ein Redis-Sentinel, der keine Schlüssel hat; der Server, den er beobachtet, ist über %2 erreichbar</translation>
    </message>
    <message>
        <source>The server has no password set; that of the environment is not used</source>
        <translation>Beim Server ist kein Passwort gesetzt; das aus der Umgebung wird nicht verwendet</translation>
    </message>
    <message>
        <source>The login in a URL of several addresses stands before the first host; a comma in it is written %2C</source>
        <translation>Die Anmeldung in einer URL mit mehreren Adressen steht vor dem ersten Host; ein Komma darin wird %2C geschrieben</translation>
    </message>
    <message>
        <source>a second connection may lead to another server</source>
        <translation>eine zweite Verbindung führt vielleicht zu einem anderen Server</translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>ein Array</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>unknown; did you mean %1?</source>
        <translation>nicht bekannt; ist %1 gemeint?</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>unknown; it may be %1</source>
        <translation>nicht bekannt; möglich ist %1</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>must be %1, not %2</source>
        <translation>muss %1 sein, nicht %2</translation>
    </message>
    <message>
        <source>is too large for a number</source>
        <translation>ist zu groß für eine Zahl</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>must be a whole number, %1 or more</source>
        <translation>muss eine ganze Zahl sein, %1 oder mehr</translation>
    </message>
    <message>
        <source>must be a whole number from %1 to %2</source>
        <translation>muss eine ganze Zahl von %1 bis %2 sein</translation>
    </message>
    <message>
        <source>contains half a surrogate pair, which is not a character</source>
        <translation>enthält ein halbes Surrogatpaar, das kein Zeichen ist</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>ist leer</translation>
    </message>
    <message>
        <source>a duration such as &quot;30s&quot;</source>
        <translation>eine Dauer wie &quot;30s&quot;</translation>
    </message>
    <message>
        <source>%1 is not a duration; write it as &quot;30s&quot;, &quot;5m&quot;, &quot;2h&quot; or &quot;7d&quot;, at most 10000d</source>
        <translation>%1 ist keine Dauer; sie wird als &quot;30s&quot;, &quot;5m&quot;, &quot;2h&quot; oder &quot;7d&quot; geschrieben, höchstens 10000d</translation>
    </message>
    <message>
        <source>kind %1 is %2</source>
        <translation>die Art %1 ist %2</translation>
    </message>
    <message>
        <source>must be one key, not an array; shards are written {a,b} or {0..15}</source>
        <translation>muss ein einzelner Schlüssel sein, kein Array; Shards werden {a,b} oder {0..15} geschrieben</translation>
    </message>
    <message>
        <source>is empty; a key is needed</source>
        <translation>ist leer; ein Schlüssel wird gebraucht</translation>
    </message>
    <message>
        <source>key %1 is given twice</source>
        <translation>der Schlüssel %1 ist zweimal angegeben</translation>
    </message>
    <message>
        <source>a key</source>
        <translation>ein Schlüssel</translation>
    </message>
    <message>
        <source>is not base64</source>
        <translation>ist kein Base64</translation>
    </message>
    <message>
        <source>must contain {id}, which stands for the id</source>
        <translation>muss {id} enthalten, wo eine ID steht</translation>
    </message>
    <message>
        <source>a key with {id} cannot be spread over shards</source>
        <translation>ein Schlüssel mit {id} kann nicht auf Shards verteilt werden</translation>
    </message>
    <message>
        <source>{id} has no meaning in this key; literal braces are written \{id\}</source>
        <translation>{id} hat in diesem Schlüssel keine Bedeutung; wörtliche Klammern werden \{id\} geschrieben</translation>
    </message>
    <message>
        <source>must be &quot;json:&quot; and the name of the field with the id</source>
        <translation>muss &quot;json:&quot; und der Name des Felds mit der ID sein</translation>
    </message>
    <message>
        <source>names neither &quot;warning&quot; nor &quot;critical&quot;</source>
        <translation>nennt weder &quot;warning&quot; noch &quot;critical&quot;</translation>
    </message>
    <message>
        <source>&quot;warning&quot; must not be higher than &quot;critical&quot;</source>
        <translation>&quot;warning&quot; darf nicht höher als &quot;critical&quot; sein</translation>
    </message>
    <message>
        <source>&quot;warning&quot; must not be lower than &quot;critical&quot; in a limit from below</source>
        <translation>&quot;warning&quot; darf bei einem unteren Grenzwert nicht niedriger als &quot;critical&quot; sein</translation>
    </message>
    <message>
        <source>must be true, or be left out</source>
        <translation>muss true sein oder wegbleiben</translation>
    </message>
    <message>
        <source>must hold exactly one of %1</source>
        <translation>darf nur genau eines davon enthalten: %1</translation>
    </message>
    <message>
        <source>there is more after the end of the JSON value</source>
        <translation>nach dem Ende des JSON-Werts kommt noch etwas</translation>
    </message>
    <message>
        <source>expected %1, but the file ends</source>
        <translation>%1 erwartet, aber die Datei endet</translation>
    </message>
    <message>
        <source>expected %1, found &apos;%2&apos;</source>
        <translation>%1 erwartet, „%2“ gefunden</translation>
    </message>
    <message>
        <source>nested more than %1 deep</source>
        <translation>mehr als %1-fach verschachtelt</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>ein Wert</translation>
    </message>
    <message>
        <source>a member&apos;s name in double quotes</source>
        <translation>der Name eines Felds in doppelten Anführungszeichen</translation>
    </message>
    <message>
        <source>&apos;,&apos; or &apos;}&apos;</source>
        <translation>„,“ oder „}“</translation>
    </message>
    <message>
        <source>&apos;,&apos; or &apos;]&apos;</source>
        <translation>„,“ oder „]“</translation>
    </message>
    <message>
        <source>a line break or control character inside a string; is its closing quote missing?</source>
        <translation>ein Zeilenumbruch oder Steuerzeichen in einem Text; fehlt sein schließendes Anführungszeichen?</translation>
    </message>
    <message>
        <source>the string that starts here has no closing quote</source>
        <translation>der Text, der hier beginnt, hat kein schließendes Anführungszeichen</translation>
    </message>
    <message>
        <source>the string that starts here is not UTF-8</source>
        <translation>der Text, der hier beginnt, ist kein UTF-8</translation>
    </message>
    <message>
        <source>not an escape of JSON; a backslash is written \\</source>
        <translation>diese Escape-Folge kennt JSON nicht; ein Backslash wird \\ geschrieben</translation>
    </message>
    <message>
        <source>a number must not start with 0</source>
        <translation>eine Zahl darf nicht mit 0 beginnen</translation>
    </message>
    <message>
        <source>a digit</source>
        <translation>eine Ziffer</translation>
    </message>
    <message>
        <source>the number %1</source>
        <translation>die Zahl %1</translation>
    </message>
    <message>
        <source>version %1 of the format is unknown; this Plimsoll reads version %2</source>
        <translation>die Version %1 des Formats ist nicht bekannt; dies ist Version %2</translation>
    </message>
    <message>
        <source>needs %1 as well</source>
        <translation>braucht %1 daneben</translation>
    </message>
    <message>
        <source>contains a password, which a workspace must not; use the system keychain or PLIMSOLL_PASSWORD</source>
        <translation>enthält ein Passwort, was ein Arbeitsbereich nie tut; den Schlüsselbund des Systems oder PLIMSOLL_PASSWORD benutzen</translation>
    </message>
    <message>
        <source>%1 is not a colour; write it like &quot;#c0392b&quot;</source>
        <translation>%1 ist keine Farbe; sie wird wie &quot;#c0392b&quot; geschrieben</translation>
    </message>
    <message>
        <source>%1 is the name of %2 already; every collection needs its own</source>
        <translation>%1 ist schon der Name von %2; jede Sammlung braucht einen eigenen</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>kann nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>a workspace is a JSON object, in braces</source>
        <translation>ein Arbeitsbereich ist ein JSON-Objekt in geschweiften Klammern</translation>
    </message>
    <message>
        <source>is given twice</source>
        <translation>ist zweimal angegeben</translation>
    </message>
    <message>
        <source>is a folder, not a workspace file</source>
        <translation>ist ein Ordner, keine Arbeitsbereichsdatei</translation>
    </message>
    <message>
        <source>is larger than %1 MiB, too large for a workspace</source>
        <translation>ist größer als %1 MiB, was kein Arbeitsbereich ist</translation>
    </message>
    <message>
        <source>%1 is the name of another collection already</source>
        <translation>%1 ist schon der Name einer anderen Sammlung</translation>
    </message>
    <message>
        <source>%1 could not be saved: %2</source>
        <translation>%1 konnte nicht gespeichert werden: %2</translation>
    </message>
    <message>
        <source>the disk refused it</source>
        <translation>die Platte hat es abgelehnt</translation>
    </message>
    <message>
        <source>no backup of the old one: %1</source>
        <translation>keine Sicherung der alten Datei: %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a name for a band: use ASCII without spaces</source>
        <translation>„%1“ ist kein Name eines Bandes: ASCII ohne Leerzeichen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be [lowest score, highest score]</source>
        <translation>„%1“ muss [niedrigster Score, höchster Score] sein</translation>
    </message>
    <message>
        <source>&quot;divisor&quot; must be a whole number from 1 to 1e14</source>
        <translation>„divisor“ muss eine ganze Zahl von 1 bis 1e14 sein</translation>
    </message>
    <message>
        <source>&quot;names&quot; must be the names of the bands, each once, highest priority first</source>
        <translation>„names“ müssen die Namen der Bänder sein, jeder einmal, höchste Priorität zuerst</translation>
    </message>
    <message>
        <source>accepts only &quot;divisor&quot; and &quot;names&quot;</source>
        <translation>nimmt nichts als „divisor“ und „names“</translation>
    </message>
    <message>
        <source>accepts at most %1 bands</source>
        <translation>nimmt höchstens %1 Bänder</translation>
    </message>
    <message>
        <source>must be {&quot;NAME&quot;: [lowest score, highest score], …}, at most %1 bands, or {&quot;divisor&quot;: N}</source>
        <translation>muss {&quot;NAME&quot;: [niedrigster Score, höchster Score], …} sein, höchstens %1 Bänder, oder {&quot;divisor&quot;: N}</translation>
    </message>
    <message>
        <source>has two bands with the score %1</source>
        <translation>hat zwei Bänder mit dem Score %1</translation>
    </message>
    <message>
        <source>needs &quot;warning&quot; or &quot;critical&quot; as well</source>
        <translation>verlangt &quot;warning&quot; oder &quot;critical&quot; daneben</translation>
    </message>
    <message>
        <source>must not be higher than %1</source>
        <translation>darf nicht höher als %1 sein</translation>
    </message>
    <message>
        <source>must not be lower than %1 in a limit from below</source>
        <translation>darf bei einer Grenze von unten nicht niedriger als %1 sein</translation>
    </message>
    <message>
        <source>&quot;warning&quot; must not be longer than &quot;critical&quot;</source>
        <translation>&quot;warning&quot; darf nicht länger als &quot;critical&quot; sein</translation>
    </message>
    <message>
        <source>is empty; a program is needed</source>
        <translation>ist leer; ein Programm wird gebraucht</translation>
    </message>
    <message>
        <source>must be a URL that begins with &quot;https://&quot; or &quot;http://&quot;</source>
        <translation>ist keine URL, die mit &quot;https://&quot; oder &quot;http://&quot; beginnt</translation>
    </message>
    <message>
        <source>contains a password, which a workspace must not; write ${NAME} for the environment variable that holds it</source>
        <translation>enthält ein Passwort, was ein Arbeitsbereich nie tut; ${NAME} steht für das, was die Umgebung unter diesem Namen hat</translation>
    </message>
    <message>
        <source>about %1 MiB of memory and %2 s for each poll</source>
        <translation>etwa %1 MiB Speicher und %2 s je Abfrage</translation>
    </message>
    <message>
        <source>name %1 keys, which cost %2; at most %3 are read, unless maxKeys allows more</source>
        <translation>%1 Schlüssel nennen, was %2 kostet; höchstens %3 werden gelesen, wenn maxKeys nicht mehr erlaubt</translation>
    </message>
    <message>
        <source>its collections name %1 keys, which cost %2</source>
        <translation>seine Sammlungen nennen %1 Schlüssel, was %2 kostet</translation>
    </message>
    <message>
        <source>preset %1 is %2</source>
        <translation>Die Vorlage %1 ist %2</translation>
    </message>
    <message>
        <source>must hold one of %1, not both</source>
        <translation>darf nur eines von %1 enthalten, nicht beide</translation>
    </message>
    <message>
        <source>%1 of %2 is %3</source>
        <translation>%1 von %2 ist %3</translation>
    </message>
    <message>
        <source>must lead from a host or host:port to another, as in &quot;redis-0:6379&quot;: &quot;redis.example:7001&quot;; &quot;*&quot; means every host</source>
        <translation>muss von einem Host oder Host:Port zu einem anderen führen, wie in &quot;redis-0:6379&quot;: &quot;redis.example:7001&quot;; &quot;*&quot; steht für jeden Host</translation>
    </message>
    <message>
        <source>key %1 is that of %2 already</source>
        <translation>der Schlüssel %1 ist schon der von %2</translation>
    </message>
    <message>
        <source>&quot;ssh&quot; and &quot;proxy&quot; cannot be combined: configure the way to the bastion in ssh itself</source>
        <translation>&quot;ssh&quot; und &quot;proxy&quot; gehen nicht zusammen: Der Weg zu einer Bastion ist Sache der Konfiguration von ssh</translation>
    </message>
    <message>
        <source>a unix socket is on this computer; neither &quot;ssh&quot; nor &quot;proxy&quot; leads to it</source>
        <translation>ein Unix-Socket ist auf diesem Rechner; weder &quot;ssh&quot; noch &quot;proxy&quot; führt zu ihm</translation>
    </message>
    <message>
        <source>&quot;replicas&quot; is for clusters and Sentinel; a single replica is watched by its own URL</source>
        <translation>&quot;replicas&quot; ist für Cluster und Sentinel; ein einzelnes Replikat wird über seine eigene URL beobachtet</translation>
    </message>
    <message>
        <source>it is no regular file</source>
        <translation>es ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>%1 and %2 are in different slots of the cluster, where no script can change both; keys that share a part in braces, as in {email}:ready and {email}:dead, are in one slot</source>
        <translation>%1 und %2 liegen in verschiedenen Slots des Clusters, wo kein Skript beide ändern kann; Schlüssel mit gleichem Teil in geschweiften Klammern, wie {email}:ready und {email}:dead, liegen in einem Slot</translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>Refresh now</source>
        <translation>Jetzt aktualisieren</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Connect to a server…</source>
        <translation>Mit einem Server verbinden…</translation>
    </message>
    <message>
        <source>Edit the connection…</source>
        <translation>Verbindung bearbeiten…</translation>
    </message>
    <message>
        <source>Open a workspace…</source>
        <translation>Arbeitsbereich öffnen…</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>Demo ausprobieren</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>Fenster schließen</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Add a collection…</source>
        <translation>Sammlung hinzufügen…</translation>
    </message>
    <message>
        <source>Edit this collection…</source>
        <translation>Diese Sammlung bearbeiten…</translation>
    </message>
    <message>
        <source>Duplicate this collection…</source>
        <translation>Diese Sammlung duplizieren…</translation>
    </message>
    <message>
        <source>Remove this collection…</source>
        <translation>Diese Sammlung entfernen…</translation>
    </message>
    <message>
        <source>Move up in the workspace</source>
        <translation>Im Arbeitsbereich nach oben</translation>
    </message>
    <message>
        <source>Move down in the workspace</source>
        <translation>Im Arbeitsbereich nach unten</translation>
    </message>
    <message>
        <source>Close the tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Nächster Tab</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Vorheriger Tab</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>Vorherige Seite</translation>
    </message>
    <message>
        <source>Look at the past</source>
        <translation>Die Vergangenheit ansehen</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>Bericht speichern…</translation>
    </message>
    <message>
        <source>Slow log of the server</source>
        <translation>Slow Log des Servers</translation>
    </message>
    <message>
        <source>Copy as redis-cli</source>
        <translation>Als redis-cli kopieren</translation>
    </message>
    <message>
        <source>Go to or run…</source>
        <translation>Gehe zu oder führe aus…</translation>
    </message>
    <message>
        <source>Save the workspace…</source>
        <translation>Arbeitsbereich speichern…</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>Zoom zurücksetzen</translation>
    </message>
    <message>
        <source>Theme: system, light or dark</source>
        <translation>Farben: System, hell oder dunkel</translation>
    </message>
    <message>
        <source>Undo the last operation…</source>
        <translation>Letzte Operation rückgängig machen …</translation>
    </message>
    <message>
        <source>Stop the running operation</source>
        <translation>Laufende Operation anhalten</translation>
    </message>
    <message>
        <source>Allow changes for 15 minutes</source>
        <translation>Änderungen für 15 Minuten erlauben</translation>
    </message>
    <message>
        <source>Find collections…</source>
        <translation>Sammlungen suchen…</translation>
    </message>
    <message>
        <source>Trouble in all tabs</source>
        <translation>Probleme in allen Tabs</translation>
    </message>
</context>
<context>
    <name>alerts</name>
    <message>
        <source>no longer watched</source>
        <translation>nicht mehr beobachtet</translation>
    </message>
    <message>
        <source>server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>began</source>
        <translation>begann</translation>
    </message>
    <message>
        <source>lasted</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>%1 · ≥ %2</source>
        <translation>%1 · ≥ %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>resolved %1</source>
        <translation>behoben %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>since %1 or longer</source>
        <translation>seit %1 oder länger</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>no answer for %1</source>
        <translation>keine Antwort seit %1</translation>
    </message>
    <message>
        <source>the server restarted</source>
        <translation>der Server wurde neu gestartet</translation>
    </message>
    <message>
        <source>the server came back empty</source>
        <translation>der Server kam leer zurück</translation>
    </message>
    <message>
        <source>another node took over</source>
        <translation>ein anderer Knoten hat übernommen</translation>
    </message>
    <message>
        <source>the server was flushed</source>
        <translation>der Server wurde geleert</translation>
    </message>
    <message>
        <source>the server evicts keys</source>
        <translation>der Server verdrängt Schlüssel</translation>
    </message>
    <message>
        <source>%1 new slow-log entries within %2</source>
        <translation>%1 mehr in seinem Slow Log innerhalb von %2</translation>
    </message>
    <message>
        <source>memory at 90 % of maxmemory, critical at 97 %</source>
        <translation>Speicher bei 90 % von maxmemory, kritisch bei 97 %</translation>
    </message>
    <message>
        <source>when it answers</source>
        <translation>wenn er antwortet</translation>
    </message>
    <message>
        <source>%1 after the last evicted key</source>
        <translation>%1 nach dem letzten Schlüssel</translation>
    </message>
    <message>
        <source>when fewer are added</source>
        <translation>wenn es weniger sind</translation>
    </message>
    <message>
        <source>5 % below that</source>
        <translation>5 % darunter</translation>
    </message>
    <message>
        <source>%1 later</source>
        <translation>%1 danach</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>failover</source>
        <translation>Failover</translation>
    </message>
    <message>
        <source>flush</source>
        <translation>Leerung</translation>
    </message>
    <message>
        <source>eviction</source>
        <translation>Verdrängung</translation>
    </message>
    <message>
        <source>slow log</source>
        <translation>Slow Log</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>%1 for ≥ %2</source>
        <translation>%1 seit ≥ %2</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1 seit %2</translation>
    </message>
    <message>
        <source>%1, now</source>
        <translation>%1, jetzt</translation>
    </message>
    <message>
        <source>cannot be read for %1</source>
        <translation>nicht lesbar seit %1</translation>
    </message>
    <message>
        <source>trouble without a limit</source>
        <translation>Störung ohne Grenzwert</translation>
    </message>
    <message>
        <source>%1 unchanged for %2</source>
        <translation>%1 unverändert seit %2</translation>
    </message>
    <message>
        <source>%1 ≤ %2</source>
        <translation>%1 ≤ %2</translation>
    </message>
    <message>
        <source>%1 ≥ %2</source>
        <translation>%1 ≥ %2</translation>
    </message>
    <message>
        <source>when it can be read</source>
        <translation>wenn sie gelesen werden kann</translation>
    </message>
    <message>
        <source>when it moves</source>
        <translation>wenn sich etwas bewegt</translation>
    </message>
    <message>
        <source>at %1 or above</source>
        <translation>bei %1 oder darüber</translation>
    </message>
    <message>
        <source>at %1 or below</source>
        <translation>bei %1 oder darunter</translation>
    </message>
    <message>
        <source>critical %1 in %2</source>
        <translation>kritisch %1 in %2</translation>
    </message>
    <message>
        <source>clears in %1</source>
        <translation>vorbei in %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>muted until %1</source>
        <translation>stumm bis %1</translation>
    </message>
    <message>
        <source>%1 of %2 (journal)</source>
        <translation>%1 von %2 (Journal)</translation>
    </message>
    <message>
        <source>desktop</source>
        <translation>Desktop</translation>
    </message>
    <message>
        <source>webhook</source>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>1 unknown</source>
        <translation>1 unbekannt</translation>
    </message>
    <message numerus="yes">
        <source>%1 unknown</source>
        <translation>
            <numerusform>%1 unbekannt</numerusform>
            <numerusform>%1 unbekannt</numerusform>
        </translation>
    </message>
    <message>
        <source>1 critical</source>
        <translation>1 kritisch</translation>
    </message>
    <message numerus="yes">
        <source>%1 critical</source>
        <translation>
            <numerusform>%1 kritisch</numerusform>
            <numerusform>%1 kritisch</numerusform>
        </translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message numerus="yes">
        <source>%1 warnings</source>
        <translation>
            <numerusform>%1 Warnung</numerusform>
            <numerusform>%1 Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Last time: %1, for %2.</source>
        <translation>Zuletzt: %1, für %2.</translation>
    </message>
    <message numerus="yes">
        <source>%1 %2 times in 30 days.</source>
        <translation>
            <numerusform>%1 %2-mal in 30 Tagen.</numerusform>
            <numerusform>%1 %2-mal in 30 Tagen.</numerusform>
        </translation>
    </message>
    <message>
        <source>more than half of its elements gone at once</source>
        <translation>mehr als die Hälfte der Elemente auf einmal fort</translation>
    </message>
    <message>
        <source>when half of them are back, or 15 minutes later</source>
        <translation>wenn die Hälfte wieder da ist, oder 15 Minuten später</translation>
    </message>
    <message>
        <source>time ran out</source>
        <translation>Zeit abgelaufen</translation>
    </message>
    <message>
        <source>acknowledged by</source>
        <translation>bestätigt von</translation>
    </message>
    <message>
        <source>resolution</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <source>%1 (built-in rule)</source>
        <translation>%1 (eingebaute Regel)</translation>
    </message>
    <message>
        <source>when the condition ends</source>
        <translation>wenn die Ursache endet</translation>
    </message>
    <message>
        <source>cleared on its own</source>
        <translation>von selbst behoben</translation>
    </message>
    <message>
        <source>value back to normal</source>
        <translation>Wert wieder normal</translation>
    </message>
    <message>
        <source>answered again</source>
        <translation>antwortet wieder</translation>
    </message>
    <message>
        <source>1 cannot be read</source>
        <translation>1 nicht lesbar</translation>
    </message>
    <message numerus="yes">
        <source>%1 cannot be read</source>
        <translation>
            <numerusform>%1 nicht lesbar</numerusform>
            <numerusform>%1 nicht lesbar</numerusform>
        </translation>
    </message>
    <message>
        <source>all acknowledged or muted</source>
        <translation>alle bestätigt oder stumm</translation>
    </message>
    <message>
        <source>1 unacknowledged</source>
        <translation>1 unbestätigt</translation>
    </message>
    <message numerus="yes">
        <source>%1 unacknowledged</source>
        <translation>
            <numerusform>%1 unbestätigt</numerusform>
            <numerusform>%1 unbestätigt</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, 1 muted</source>
        <translation>%1, 1 stumm</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 muted</source>
        <translation>
            <numerusform>%1, %2 stumm</numerusform>
            <numerusform>%1, %2 stumm</numerusform>
        </translation>
    </message>
    <message>
        <source>No earlier occurrences on record.</source>
        <translation>Kein früheres Auftreten aufgezeichnet.</translation>
    </message>
    <message>
        <source>Test notification: nothing is wrong</source>
        <translation>Test der Benachrichtigungen: Es ist alles in Ordnung</translation>
    </message>
    <message>
        <source>Neither acknowledged nor muted.</source>
        <translation>Niemand hat ihn bestätigt, und er ist nicht stumm.</translation>
    </message>
    <message>
        <source>%1/min</source>
        <translation>%1/min</translation>
    </message>
    <message>
        <source>%1 since %2</source>
        <translation>%1 seit %2</translation>
    </message>
    <message>
        <source>half as many are there again</source>
        <translation>halb so viele sind wieder da</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>bei %1</translation>
    </message>
    <message>
        <source>%1 of %2 (journal), undone since</source>
        <translation>%1 von %2 (Journal), seitdem rückgängig gemacht</translation>
    </message>
    <message>
        <source>%1 or earlier</source>
        <translation>%1 oder früher</translation>
    </message>
    <message>
        <source>it moved again</source>
        <translation>sie bewegte sich wieder</translation>
    </message>
    <message>
        <source>1 not connected</source>
        <translation>1 nicht verbunden</translation>
    </message>
    <message numerus="yes">
        <source>%1 not connected</source>
        <translation>
            <numerusform>%1 nicht verbunden</numerusform>
            <numerusform>%1 nicht verbunden</numerusform>
        </translation>
    </message>
    <message>
        <source>at worst</source>
        <translation>im schlimmsten Fall</translation>
    </message>
    <message>
        <source>%1 since %2 or earlier</source>
        <translation>%1 seit %2 oder früher</translation>
    </message>
</context>
<context>
    <name>bands</name>
    <message>
        <source>band</source>
        <translation>Band</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartend</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>longest wait</source>
        <translation>längste Wartezeit</translation>
    </message>
    <message>
        <source>not served for</source>
        <translation>nicht bedient seit</translation>
    </message>
    <message>
        <source>starves</source>
        <translation>verhungert</translation>
    </message>
    <message>
        <source>Jobs wait here, but none was taken for %1, while other bands are served: a job of this band is taken only when no lower score waits.</source>
        <translation>Hier warten Jobs, und seit %1 wurde keiner geholt, während andere Bänder bedient werden: Ein Job dieses Bandes wird nur geholt, wenn keiner mit niedrigerem Score wartet.</translation>
    </message>
    <message>
        <source>arriving/min</source>
        <translation>kommen je min</translation>
    </message>
    <message>
        <source>taken/min</source>
        <translation>geholt je min</translation>
    </message>
    <message>
        <source>By the times in the scores, over the last five minutes. Jobs that arrive and are taken between two polls are not counted.</source>
        <translation>Nach den Zeiten in den Scores, über die letzten fünf Minuten. Jobs, die zwischen zwei Abfragen kommen und gehen, werden nicht gesehen.</translation>
    </message>
    <message>
        <source>By the times in the scores, over the last five minutes.</source>
        <translation>Nach den Zeiten in den Scores, über die letzten fünf Minuten.</translation>
    </message>
</context>
<context>
    <name>bigkeys</name>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Keys with more than %1 elements are not measured.</source>
        <translation>Schlüssel mit mehr als %1 Elementen werden nicht gemessen.</translation>
    </message>
    <message>
        <source>Estimated by the server from a few elements.</source>
        <translation>Vom Server aus einigen Elementen geschätzt.</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>Noch nicht gemessen.</translation>
    </message>
    <message>
        <source>expires in</source>
        <translation>läuft ab in</translation>
    </message>
    <message>
        <source>uses</source>
        <translation>Nutzung</translation>
    </message>
    <message>
        <source>Logarithmic counter of the server (OBJECT FREQ), from 0 to 255; it falls while a key is not used.</source>
        <translation>Logarithmischer Zähler des Servers (OBJECT FREQ), von 0 bis 255; er fällt, solange ein Schlüssel nicht genutzt wird.</translation>
    </message>
    <message>
        <source>Measured with %1 elements.</source>
        <translation>Mit %1 Elementen gemessen.</translation>
    </message>
</context>
<context>
    <name>bounds</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>für %1</translation>
    </message>
    <message>
        <source>its keys expire</source>
        <translation>seine Schlüssel laufen ab</translation>
    </message>
    <message>
        <source>approved: %1</source>
        <translation>genehmigt: %1</translation>
    </message>
    <message>
        <source>%1 beyond the bound of %2</source>
        <translation>%1 über der Schranke von %2</translation>
    </message>
    <message>
        <source>the oldest is %1 old, the bound is %2</source>
        <translation>das älteste ist %1 alt, die Schranke ist %2</translation>
    </message>
    <message>
        <source>%1 of %2 keys looked at never expire</source>
        <translation>%1 von %2 angesehenen Schlüsseln laufen nie ab</translation>
    </message>
    <message>
        <source>Measured: %1 of %2 keys, each estimated by the server from a few elements.</source>
        <translation>Gemessen: %1 von %2 Schlüsseln, jeder vom Server aus einigen Elementen geschätzt.</translation>
    </message>
    <message>
        <source>Not measured yet: %1 keys a minute are.</source>
        <translation>Noch nicht gemessen: %1 Schlüssel je Minute werden es.</translation>
    </message>
    <message>
        <source>Keys with more than %1 elements are not measured.</source>
        <translation>Schlüssel mit mehr als %1 Elementen werden nicht gemessen.</translation>
    </message>
    <message>
        <source>%1 an element</source>
        <translation>%1 je Element</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>It does not move one way, so there is no forecast.</source>
        <translation>Es geht nicht in eine Richtung, daher keine Vorhersage.</translation>
    </message>
    <message>
        <source>no bound, growing</source>
        <translation>ohne Schranke, wächst</translation>
    </message>
    <message>
        <source>beyond its bound</source>
        <translation>über der Schranke</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>no bound</source>
        <translation>ohne Schranke</translation>
    </message>
    <message>
        <source>not watched</source>
        <translation>nicht beobachtet</translation>
    </message>
    <message>
        <source>all keys expire</source>
        <translation>alle laufen ab</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>genehmigt</translation>
    </message>
    <message>
        <source>bounded by trim</source>
        <translation>durch Kürzen begrenzt</translation>
    </message>
    <message>
        <source>bounded by age</source>
        <translation>durch Alter begrenzt</translation>
    </message>
    <message>
        <source>bounded by expiry</source>
        <translation>durch Ablauf begrenzt</translation>
    </message>
    <message>
        <source>over 1 M</source>
        <translation>über 1 Mio.</translation>
    </message>
    <message>
        <source>maxmemory at %1</source>
        <translation>maxmemory um %1</translation>
    </message>
    <message>
        <source>maxmemory on %1</source>
        <translation>maxmemory am %1</translation>
    </message>
    <message>
        <source>1 M at %1</source>
        <translation>1 Mio. um %1</translation>
    </message>
    <message>
        <source>1 M on %1</source>
        <translation>1 Mio. am %1</translation>
    </message>
    <message>
        <source>Reaches 1 million elements on %1.</source>
        <translation>Erreicht 1 Million Elemente am %1.</translation>
    </message>
    <message>
        <source>Its growth alone reaches maxmemory on %1.</source>
        <translation>Allein ihr Wachstum erreicht maxmemory am %1.</translation>
    </message>
    <message>
        <source>If it grows on as over the last %1.</source>
        <translation>Wenn sie weiter wächst wie über die letzten %1.</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>growth/h</source>
        <translation>Wachstum/h</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>keys expire</source>
        <translation>laufen ab</translation>
    </message>
    <message>
        <source>No key was looked at yet.</source>
        <translation>Noch kein Schlüssel wurde angesehen.</translation>
    </message>
    <message>
        <source>%1 of the %2 keys looked at expire.</source>
        <translation>%1 der %2 angesehenen Schlüssel laufen ab.</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>Schranke</translation>
    </message>
    <message>
        <source>reaches</source>
        <translation>erreicht</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>whether its keys expire is not known</source>
        <translation>ob die Schlüssel ablaufen, ist nicht bekannt</translation>
    </message>
    <message>
        <source>none of its keys expires</source>
        <translation>keiner der Schlüssel läuft ab</translation>
    </message>
    <message>
        <source>no key looked at expires</source>
        <translation>kein angesehener Schlüssel läuft ab</translation>
    </message>
    <message>
        <source>%1 of %2 keys never expire</source>
        <translation>%1 von %2 Schlüsseln laufen nie ab</translation>
    </message>
    <message>
        <source>it grows; whether its keys expire is not known yet</source>
        <translation>die Sammlung wächst; ob ihre Schlüssel ablaufen, ist noch nicht bekannt</translation>
    </message>
    <message>
        <source>all of %1 looked at</source>
        <translation>alle %1 angesehenen</translation>
    </message>
    <message>
        <source>none of %1 looked at</source>
        <translation>keiner von %1 angesehenen</translation>
    </message>
    <message>
        <source>%1 of %2 looked at</source>
        <translation>%1 von %2 angesehenen</translation>
    </message>
    <message>
        <source>The expiry of its keys cannot be read.</source>
        <translation>Der Ablauf der Schlüssel ist nicht lesbar.</translation>
    </message>
    <message>
        <source>About %1 of %2 keys expire, by a sample.</source>
        <translation>Etwa %1 von %2 Schlüsseln laufen ab, nach einer Stichprobe.</translation>
    </message>
    <message>
        <source>%1 of %2 keys expire.</source>
        <translation>%1 von %2 Schlüsseln laufen ab.</translation>
    </message>
    <message>
        <source>all looked at expire</source>
        <translation>alle angesehenen laufen ab</translation>
    </message>
    <message>
        <source>Not known: it takes five minutes of polls.</source>
        <translation>Nicht bekannt: Es braucht fünf Minuten mit Abfragen.</translation>
    </message>
    <message>
        <source>Not counted: %1</source>
        <translation>Nicht mitgezählt: %1</translation>
    </message>
    <message>
        <source>Not looked at: %1</source>
        <translation>Nicht angesehen: %1</translation>
    </message>
    <message>
        <source>at most %1 each</source>
        <translation>je höchstens %1</translation>
    </message>
    <message>
        <source>1 key over %1, it has %2</source>
        <translation>1 Schlüssel über %1, er hat %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 keys over %2, the longest has %3</source>
        <translation>
            <numerusform>%1 Schlüssel über %2, der längste hat %3</numerusform>
            <numerusform>%1 Schlüssel über %2, der längste hat %3</numerusform>
        </translation>
    </message>
    <message>
        <source>It does not grow, so there is no forecast.</source>
        <translation>Die Sammlung wächst nicht, daher keine Vorhersage.</translation>
    </message>
    <message>
        <source>It has more than 1 million elements.</source>
        <translation>Die Sammlung hat mehr als 1 Million Elemente.</translation>
    </message>
    <message>
        <source>It gets smaller.</source>
        <translation>Die Sammlung wird kleiner.</translation>
    </message>
    <message>
        <source>Only further ahead than the last %1 can tell.</source>
        <translation>Erst später, als sich aus den letzten %1 schließen lässt.</translation>
    </message>
    <message>
        <source>Extrapolated for keys that were not measured or have changed since.</source>
        <translation>Hochgerechnet für Schlüssel, die nicht gemessen wurden oder seither anders sind.</translation>
    </message>
    <message>
        <source>%1; their number does not grow</source>
        <translation>%1; ihre Zahl wächst nicht</translation>
    </message>
    <message>
        <source>It has a bound, and is within it.</source>
        <translation>Es hat eine Schranke und ist darunter.</translation>
    </message>
    <message>
        <source>The median over the last %1: a single burst or trim does not count.</source>
        <translation>Der Median der letzten %1: ein einzelner Schub oder eine einzelne Kürzung zählt nicht.</translation>
    </message>
    <message>
        <source>Between two searches for collections, %1 apart</source>
        <translation>Zwischen zwei Suchen nach Sammlungen im Abstand von %1</translation>
    </message>
    <message>
        <source>Not known: it takes two searches through all keys, at least five minutes apart.</source>
        <translation>Nicht bekannt: Dazu sind zwei Suchen durch alle Schlüssel im Abstand von mindestens fünf Minuten nötig.</translation>
    </message>
    <message>
        <source>Not measured, or not yet: of what is not watched, a few keys each of the %1 largest forms of names are.</source>
        <translation>Nicht oder noch nicht gemessen: Von dem, was nicht beobachtet wird, werden je einige Schlüssel der %1 größten Namensformen gemessen.</translation>
    </message>
</context>
<context>
    <name>browse</name>
    <message>
        <source>%1 holds a %2, which does not fit the role %3</source>
        <translation>%1 enthält %2, was nicht zur Rolle %3 passt</translation>
    </message>
    <message>
        <source>the workspace no longer has this collection</source>
        <translation>der Arbeitsbereich hat diese Sammlung nicht mehr</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>nicht verbunden</translation>
    </message>
    <message>
        <source>%1 has no set to sample</source>
        <translation>%1 hat kein Set, aus dem gezogen werden kann</translation>
    </message>
    <message>
        <source>there is no key %1</source>
        <translation>es gibt keinen Schlüssel %1</translation>
    </message>
    <message>
        <source>%1 has no sorted set, so nothing to count by score</source>
        <translation>%1 hat kein Sorted Set, also nichts, was nach Score gezählt werden kann</translation>
    </message>
    <message>
        <source>%1 is neither an entry id nor a time such as 2026-11-23T12:00</source>
        <translation>%1 ist weder die ID eines Eintrags noch eine Zeit wie 2026-11-23T12:00</translation>
    </message>
    <message>
        <source>%1 has no key for job records with {id} in it</source>
        <translation>%1 nennt keinen Schlüssel eines Job-Datensatzes mit {id} darin</translation>
    </message>
    <message>
        <source>%1 has no job records to compare its jobs with</source>
        <translation>%1 hat keine Job-Datensätze, mit denen seine Jobs verglichen werden könnten</translation>
    </message>
    <message>
        <source>%1 is not a set: it holds a %2</source>
        <translation>%1 ist kein Set: darin steht %2</translation>
    </message>
    <message>
        <source>2 to %1 sets can be compared</source>
        <translation>2 bis %1 Sets lassen sich miteinander vergleichen</translation>
    </message>
    <message>
        <source>its keys are found by scanning</source>
        <translation>seine Schlüssel werden gesucht</translation>
    </message>
    <message>
        <source>only the first 100,000 pending entries are shown, because each page is read from the beginning</source>
        <translation>nur die ersten 100.000 offenen Einträge werden gezeigt, weil jede Seite von vorn gelesen wird</translation>
    </message>
    <message>
        <source>the keys of %1 change over time: it is unknown whether a job is in a key of an earlier period</source>
        <translation>die Schlüssel von %1 wechseln mit der Zeit: ob ein Job in einem Schlüssel eines früheren Zeitraums ist, ist unbekannt</translation>
    </message>
    <message>
        <source>the lists of %1 hold more than 100,000 elements, too many to make sure that a job is in none of them</source>
        <translation>die Listen von %1 enthalten mehr als 100.000 Elemente, zu viele, um sicherzustellen, dass ein Job in keiner von ihnen ist</translation>
    </message>
    <message>
        <source>%1 has no consumer group %2</source>
        <translation>%1 hat keine Verbrauchergruppe %2</translation>
    </message>
    <message>
        <source>%1 has no state %2; it has %3</source>
        <translation>%1 hat nichts, das %2 ist; es gibt %3</translation>
    </message>
    <message>
        <source>%1 has no dead key; set keys.dead to where its dead letters are kept</source>
        <translation>%1 hat keinen Schlüssel dead; als keys.dead ist anzugeben, wo seine Dead Letters liegen</translation>
    </message>
    <message>
        <source>%1 has no group %2</source>
        <translation>%1 hat keine Gruppe %2</translation>
    </message>
    <message>
        <source>The server&apos;s ACL does not allow this user %1. To permit it: %2</source>
        <translation>Die ACL des Servers erlaubt diesem Benutzer nicht: %1. Zum Erlauben: %2</translation>
    </message>
    <message>
        <source>%1. To permit it: %2</source>
        <translation>%1. Zum Erlauben: %2</translation>
    </message>
    <message>
        <source>The server&apos;s ACL does not allow this user to read the slow log. To permit it: %1</source>
        <translation>Die ACL des Servers erlaubt diesem Benutzer nicht, das Slow Log zu lesen. So wird es erlaubt: %1</translation>
    </message>
    <message>
        <source>%1 is a node of a Redis Cluster and has only some of its keys; open the cluster as %2</source>
        <translation>%1 ist ein Knoten eines Redis-Clusters und hat nur einen Teil der Schlüssel; den Cluster als %2 öffnen</translation>
    </message>
    <message>
        <source>The server&apos;s ACL does not allow this user to measure keys. To permit it: %1</source>
        <translation>Die ACL des Servers erlaubt diesem Benutzer nicht, Schlüssel zu messen. So wird es erlaubt: %1</translation>
    </message>
    <message>
        <source>%1: jobs that are %2 cannot be listed; it lists %3</source>
        <translation>%1: Aufträge im Zustand %2 lassen sich nicht auflisten; aufgelistet werden %3</translation>
    </message>
</context>
<context>
    <name>chart</name>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 d</translation>
    </message>
    <message>
        <source>d MMM</source>
        <extracomment>A day of a chart&apos;s axis, as QDate::toString() takes it: &quot;16 Nov&quot;</extracomment>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>1 year</source>
        <translation>1 Jahr</translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation>Als PNG speichern…</translation>
    </message>
    <message>
        <source>Save as SVG…</source>
        <translation>Als SVG speichern…</translation>
    </message>
    <message>
        <source>Save data as CSV…</source>
        <translation>Daten als CSV speichern…</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>all, yesterday</source>
        <translation>alle, gestern</translation>
    </message>
    <message>
        <source>all, last week</source>
        <translation>alle, vor einer Woche</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>last week</source>
        <translation>vor einer Woche</translation>
    </message>
    <message>
        <source>%1 yesterday</source>
        <translation>%1 gestern</translation>
    </message>
    <message>
        <source>%1 last week</source>
        <translation>%1 vor einer Woche</translation>
    </message>
    <message>
        <source>%1 (unknown at this time)</source>
        <translation>%1 (zu dieser Zeit unbekannt)</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>no forecast: no clear trend</source>
        <translation>keine Vorhersage: kein klarer Trend</translation>
    </message>
    <message>
        <source>and %1 more operations: see the journal</source>
        <translation>und %1 weitere Operationen: siehe Journal</translation>
    </message>
    <message>
        <source>and %1 more: see the journal and the alerts</source>
        <translation>und %1 weitere: siehe Journal und Alarme</translation>
    </message>
</context>
<context>
    <name>collections</name>
    <message>
        <source>collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>main figure</source>
        <translation>Hauptzahl</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>trend</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>Nothing to measure now</source>
        <translation>Derzeit nichts zu messen</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Nicht bekannt</translation>
    </message>
</context>
<context>
    <name>deadLetters</name>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>first</source>
        <translation>erster</translation>
    </message>
    <message>
        <source>last</source>
        <translation>letzter</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>no error is recorded</source>
        <translation>kein Fehler ist aufgezeichnet</translation>
    </message>
    <message>
        <source>Unknown: the job records do not say when these jobs failed</source>
        <translation>Nicht bekannt: in den Job-Datensätzen steht nicht, wann diese Jobs gescheitert sind</translation>
    </message>
    <message>
        <source>%1, of those whose record says when they failed</source>
        <translation>%1, von denen, deren Datensatz sagt, wann sie gescheitert sind</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
</context>
<context>
    <name>demo</name>
    <message>
        <source>A new day: the game begins a new board, the old one expires in two days</source>
        <translation>Ein neuer Tag: das Spiel beginnt eine neue Rangliste, die alte läuft in zwei Tagen ab</translation>
    </message>
    <message>
        <source>%1 vanishes from the lobby without a good-bye: a ghost after 30 s</source>
        <translation>%1 verschwindet ohne Abschied aus der Lobby: nach 30 s ein Geist</translation>
    </message>
    <message>
        <source>No folder for the demo&apos;s server can be made in %1: %2</source>
        <translation>In %1 kann kein Ordner für den Server der Demo angelegt werden: %2</translation>
    </message>
    <message>
        <source>The demo&apos;s folder %1 cannot be locked: %2</source>
        <translation>Der Ordner %1 der Demo kann nicht gesperrt werden: %2</translation>
    </message>
    <message>
        <source>%1 invoices wait: two more workers start</source>
        <translation>%1 Rechnungen warten: zwei weitere Worker beginnen</translation>
    </message>
    <message>
        <source>%1 invoices wait: the two helpers stop</source>
        <translation>%1 Rechnungen warten: die beiden Helfer hören auf</translation>
    </message>
    <message>
        <source>More than %1 stale jobs in email: a cron job takes 20 of them back</source>
        <translation>Mehr als %1 verwaiste Jobs in email: ein Cronjob nimmt 20 davon zurück</translation>
    </message>
    <message>
        <source>A newsletter goes out: about %1 mails within 6 s, more than the workers manage</source>
        <translation>Ein Newsletter geht hinaus: etwa %1 Mails in 6 s, mehr als die Worker schaffen</translation>
    </message>
    <message>
        <source>%1 died with 1 job; it turns stale within 12 s</source>
        <translation>%1 ist mit 1 Job gestorben; er verwaist innerhalb von 12 s</translation>
    </message>
    <message numerus="yes">
        <source>%1 died with %n jobs; they turn stale within 12 s</source>
        <translation>
            <numerusform>%1 ist mit %n Job gestorben; er verwaist innerhalb von 12 s</numerusform>
            <numerusform>%1 ist mit %n Jobs gestorben; sie verwaisen innerhalb von 12 s</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 failed %2 times and is among the dead letters of email</source>
        <translation>%1 ist %2-mal gescheitert und liegt bei den Dead Letters von email</translation>
    </message>
    <message>
        <source>The worker of reminders is away for 9 s: due jobs wait</source>
        <translation>Der Worker von reminders ist 9 s weg: was fällig wird, wartet</translation>
    </message>
    <message>
        <source>%1 failed %2 times and is among the dead letters of reminders</source>
        <translation>%1 ist %2-mal gescheitert und liegt bei den Dead Letters von reminders</translation>
    </message>
    <message>
        <source>The applications work at %1 times their pace</source>
        <translation>Die Anwendungen arbeiten im %1-fachen ihres Tempos</translation>
    </message>
    <message>
        <source>The applications are paused; the server&apos;s clock runs on, and ages grow</source>
        <translation>Die Anwendungen stehen still; die Uhr des Servers läuft weiter, und das Alter wächst</translation>
    </message>
    <message>
        <source>The applications run again</source>
        <translation>Die Anwendungen laufen weiter</translation>
    </message>
    <message>
        <source>The burst comes when the applications run again</source>
        <translation>Der Ansturm kommt, wenn die Anwendungen weiterlaufen</translation>
    </message>
    <message>
        <source>The worker dies when the applications run again</source>
        <translation>Der Worker stirbt, wenn die Anwendungen weiterlaufen</translation>
    </message>
    <message>
        <source>An import of prices writes %1 events into the audit trail at once</source>
        <translation>Ein Preisimport schreibt %1 Ereignisse auf einmal ins Audit-Protokoll</translation>
    </message>
    <message>
        <source>%1 events came a second time and were caught</source>
        <translation>%1 Ereignisse kamen ein zweites Mal und wurden erkannt</translation>
    </message>
    <message>
        <source>%1 searches were let in beyond the limit: counted first, added after</source>
        <translation>%1 Suchen kamen über die Grenze hinaus durch: erst gezählt, dann hinzugefügt</translation>
    </message>
    <message>
        <source>The holder of %1 overran its lease, and did not free that of the next holder</source>
        <translation>Wer %1 hielt, überzog die Zeit und gab die Sperre des Nachfolgers nicht frei</translation>
    </message>
    <message>
        <source>An old script locked report:monthly without an expiry and died: nothing frees it</source>
        <translation>Ein altes Skript sperrte report:monthly ohne Ablauf und starb: Nichts gibt es frei</translation>
    </message>
    <message>
        <source>%1 entries of a consumer that died are claimed by billing-3</source>
        <translation>%1 Einträge eines gestorbenen Verbrauchers übernimmt billing-3</translation>
    </message>
    <message>
        <source>The cleaner removed the draft quotes that had expired</source>
        <translation>Der Aufräumer hat die abgelaufenen Angebotsentwürfe entfernt</translation>
    </message>
    <message>
        <source>%1 mails wait: three more workers start</source>
        <translation>%1 Mails warten: drei weitere Worker beginnen</translation>
    </message>
    <message>
        <source>%1 mails wait: the three helpers stop</source>
        <translation>%1 Mails warten: die drei Helfer hören auf</translation>
    </message>
    <message>
        <source>Many orders at the checkout: with strict priority, receipts are no longer sent</source>
        <translation>Viele Bestellungen an der Kasse: Wo die Priorität vor allem anderen gilt, verschickt niemand mehr eine Quittung</translation>
    </message>
    <message>
        <source>Someone goes through the dead letters of email and discards the oldest</source>
        <translation>Jemand sieht die Dead Letters von email durch und verwirft die ältesten</translation>
    </message>
    <message>
        <source>billing-2 died with entries it had read: they are pending, and no one works on them</source>
        <translation>billing-2 ist mit den Einträgen gestorben, die es gelesen hatte: Sie sind offen, und niemand bearbeitet sie</translation>
    </message>
    <message>
        <source>A payments client died between SADD and EXPIRE: its bucket will stay forever</source>
        <translation>Ein Client der Zahlungen starb zwischen SADD und EXPIRE: Ein Bucket bleibt für immer</translation>
    </message>
</context>
<context>
    <name>elements</name>
    <message>
        <source>job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>deadline</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>due</source>
        <translation>fällig</translation>
    </message>
    <message>
        <source>last seen</source>
        <translation>zuletzt gesehen</translation>
    </message>
    <message>
        <source>attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>last error</source>
        <translation>letzter Fehler</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>processing</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>verwaist</translation>
    </message>
    <message>
        <source>delayed</source>
        <translation>aufgeschoben</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>Dead Letter</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>inactive</source>
        <translation>inaktiv</translation>
    </message>
    <message>
        <source>ghost</source>
        <translation>Geist</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(leer)</translation>
    </message>
    <message>
        <source>(1 space)</source>
        <translation>(1 Leerzeichen)</translation>
    </message>
    <message numerus="yes">
        <source>(%1 spaces)</source>
        <translation>
            <numerusform>(%1 Leerzeichen)</numerusform>
            <numerusform>(%1 Leerzeichen)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(%1 bytes of blanks)</source>
        <translation>
            <numerusform>(%1 Byte Leerraum)</numerusform>
            <numerusform>(%1 Bytes Leerraum)</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>happened</source>
        <translation>geschehen</translation>
    </message>
    <message>
        <source>element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>item</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>consumer</source>
        <translation>Verbraucher</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>fields</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>poison</source>
        <translation>Gift</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>delivered</source>
        <translation>zugestellt</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>there</source>
        <translation>da</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>weg</translation>
    </message>
    <message>
        <source>The workspace names no target, or it cannot be read</source>
        <translation>Der Arbeitsbereich nennt kein Ziel, oder es kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>indexed</source>
        <translation>im Index</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>abgelaufen</translation>
    </message>
    <message>
        <source>expires</source>
        <translation>läuft ab</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Nicht bekannt</translation>
    </message>
    <message>
        <source>The key of this entry exists</source>
        <translation>Der Schlüssel, für den der Eintrag steht, ist da</translation>
    </message>
    <message>
        <source>The key of this entry is gone; only the entry is left</source>
        <translation>Der Schlüssel, für den der Eintrag steht, ist weg: Nur der Eintrag ist noch da</translation>
    </message>
    <message>
        <source>Unknown: no job record holds the time, and it has not been seen for long enough</source>
        <translation>Nicht bekannt: es gibt keinen Job-Datensatz mit der Zeit, und der Job wird noch nicht lange genug beobachtet</translation>
    </message>
    <message>
        <source>Seen here for at least this long; it may be older</source>
        <translation>So lange hier beobachtet; kann älter sein</translation>
    </message>
    <message>
        <source>(not read: the page is full, or XRANGE is not permitted)</source>
        <translation>(nicht gelesen: die Seite ist voll, oder XRANGE ist nicht erlaubt)</translation>
    </message>
    <message>
        <source>%1, limit %2</source>
        <translation>%1, Grenzwert %2</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
</context>
<context>
    <name>fields</name>
    <message>
        <source>job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>staleAfter</source>
        <translation>Verwaist nach</translation>
    </message>
    <message>
        <source>maxAttempts</source>
        <translation>Versuche höchstens</translation>
    </message>
    <message>
        <source>fields</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>redact</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>board</source>
        <translation>Rangliste</translation>
    </message>
    <message>
        <source>top</source>
        <translation>Beste</translation>
    </message>
    <message>
        <source>order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>set</source>
        <translation>Set</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>lastSeen</source>
        <translation>Zuletzt gesehen</translation>
    </message>
    <message>
        <source>window</source>
        <translation>Zeitfenster</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>processing</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>delayed</source>
        <translation>Aufgeschoben</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>Dead Letters</translation>
    </message>
    <message>
        <source>consume</source>
        <translation>Entnahme</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>desc</source>
        <translation>absteigend</translation>
    </message>
    <message>
        <source>asc</source>
        <translation>aufsteigend</translation>
    </message>
    <message>
        <source>right</source>
        <translation>rechts</translation>
    </message>
    <message>
        <source>left</source>
        <translation>links</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>limits</source>
        <translation>Grenzwerte</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>Schranke</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>bands</source>
        <translation>Bänder</translation>
    </message>
    <message>
        <source>starveAfter</source>
        <translation>verhungert nach</translation>
    </message>
    <message>
        <source>periods</source>
        <translation>Zeiträume</translation>
    </message>
    <message>
        <source>bucket</source>
        <translation>Bucket</translation>
    </message>
    <message>
        <source>ttl</source>
        <translation>Lebensdauer</translation>
    </message>
    <message>
        <source>items</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>Neues</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>subject</source>
        <translation>Teilnehmer</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgewiesen</translation>
    </message>
    <message>
        <source>lock</source>
        <translation>Sperre</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>stream</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>maxDeliveries</source>
        <translation>maxDeliveries</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>prefix</source>
        <translation>Präfix</translation>
    </message>
    <message>
        <source>part</source>
        <translation>Teil</translation>
    </message>
</context>
<context>
    <name>figurenotes</name>
    <message>
        <source>warning %1</source>
        <translation>Warnung %1</translation>
    </message>
    <message>
        <source>critical %1</source>
        <translation>kritisch %1</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>Grenzwert %1</translation>
    </message>
    <message>
        <source>Change: %1</source>
        <translation>Änderung: %1</translation>
    </message>
    <message>
        <source>%1, today %2</source>
        <translation>%1, heute %2</translation>
    </message>
    <message>
        <source>%1, none today</source>
        <translation>%1, heute keiner</translation>
    </message>
    <message>
        <source>There is nothing to measure now.</source>
        <translation>Derzeit gibt es nichts zu messen.</translation>
    </message>
    <message>
        <source>Unknown: the server did not say, or there is not enough data yet.</source>
        <translation>Nicht bekannt: der Server hat es nicht gesagt, oder es gibt noch nichts, woran es zu erkennen wäre.</translation>
    </message>
    <message>
        <source>bound %1</source>
        <translation>Schranke %1</translation>
    </message>
    <message>
        <source>Not all of it was seen or read: the true value may be larger.</source>
        <translation>Nicht alles davon wurde gesehen oder gelesen: der wahre Wert kann größer sein.</translation>
    </message>
    <message>
        <source>bound %1 for each key</source>
        <translation>Schranke %1 für jeden Schlüssel</translation>
    </message>
</context>
<context>
    <name>figures</name>
    <message>
        <source>members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Number of members.</source>
        <translation>Wie viele Mitglieder es gibt.</translation>
    </message>
    <message>
        <source>top score</source>
        <translation>höchster Score</translation>
    </message>
    <message>
        <source>The score of the best member.</source>
        <translation>Der Score des besten Mitglieds.</translation>
    </message>
    <message>
        <source>median score</source>
        <translation>mittlerer Score</translation>
    </message>
    <message>
        <source>expires in</source>
        <translation>läuft ab in</translation>
    </message>
    <message>
        <source>growth</source>
        <translation>Wachstum</translation>
    </message>
    <message>
        <source>Net change in members per minute, over the last five minutes, or since the trend turned.</source>
        <translation>Nettoänderung der Mitglieder je Minute, über die letzten fünf Minuten oder seit sie sich gewendet hat.</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>Members of the sets of connections.</source>
        <translation>Mitglieder der Sets der Verbundenen.</translation>
    </message>
    <message>
        <source>seen</source>
        <translation>gesehen</translation>
    </message>
    <message>
        <source>Everyone with a last heartbeat, however long ago.</source>
        <translation>Alle mit einem letzten Heartbeat, wie lange er auch her ist.</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>Seen within the window.</source>
        <translation>Im Zeitfenster gesehen.</translation>
    </message>
    <message>
        <source>inactive</source>
        <translation>inaktiv</translation>
    </message>
    <message>
        <source>Seen, but not within the window.</source>
        <translation>Gesehen, aber nicht im Zeitfenster.</translation>
    </message>
    <message>
        <source>ghosts</source>
        <translation>Geister</translation>
    </message>
    <message>
        <source>Connected but not seen within the window; a lower bound above 500 connected.</source>
        <translation>Verbunden, aber nicht im Zeitfenster gesehen; bei mehr als 500 Verbundenen eine untere Schranke.</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>Jobs that wait for a worker, over all priorities and shards.</source>
        <translation>Jobs, die auf einen Worker warten, über alle Prioritäten und Shards.</translation>
    </message>
    <message>
        <source>processing</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>Jobs that a worker has taken and not finished.</source>
        <translation>Jobs, die ein Worker genommen und nicht beendet hat.</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>verwaist</translation>
    </message>
    <message>
        <source>Jobs in processing past their deadline, or for longer than staleAfter.</source>
        <translation>Jobs in Arbeit, deren Frist vorbei ist oder die länger als staleAfter dauern.</translation>
    </message>
    <message>
        <source>delayed</source>
        <translation>aufgeschoben</translation>
    </message>
    <message>
        <source>Jobs that wait for their time, those already due included.</source>
        <translation>Jobs, die auf ihre Zeit warten, die schon fälligen eingeschlossen.</translation>
    </message>
    <message>
        <source>due</source>
        <translation>fällig</translation>
    </message>
    <message>
        <source>Delayed jobs whose time has come.</source>
        <translation>Aufgeschobene Jobs, deren Zeit gekommen ist.</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>Dead Letters</translation>
    </message>
    <message>
        <source>oldest ready</source>
        <translation>ältester bereiter</translation>
    </message>
    <message>
        <source>oldest processing</source>
        <translation>längster in Arbeit</translation>
    </message>
    <message>
        <source>How long the longest-running job has been worked on.</source>
        <translation>Wie lange am längsten laufenden Job gearbeitet wird.</translation>
    </message>
    <message>
        <source>Net change in ready jobs per minute, over the last five minutes, or since the trend turned.</source>
        <translation>Nettoänderung der bereiten Jobs je Minute, über die letzten fünf Minuten oder seit sie sich gewendet hat.</translation>
    </message>
    <message>
        <source>drain time</source>
        <translation>Abbauzeit</translation>
    </message>
    <message>
        <source>Time until nothing is ready, at that net rate.</source>
        <translation>Zeit, bis nichts mehr bereit ist, bei dieser Nettorate.</translation>
    </message>
    <message>
        <source>lag</source>
        <translation>Rückstand</translation>
    </message>
    <message>
        <source>How late the earliest due entry is.</source>
        <translation>Um wie viel der früheste fällige Eintrag zu spät ist.</translation>
    </message>
    <message>
        <source>next due in</source>
        <translation>nächster fällig in</translation>
    </message>
    <message>
        <source>Time until the next entry falls due.</source>
        <translation>Zeit, bis der nächste Eintrag fällig wird.</translation>
    </message>
    <message>
        <source>Jobs in processing whose deadline has passed.</source>
        <translation>Jobs in Arbeit, deren Frist vorbei ist.</translation>
    </message>
    <message>
        <source>Time until the key expires.</source>
        <translation>Zeit, bis der Schlüssel abläuft.</translation>
    </message>
    <message>
        <source>events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Number of events.</source>
        <translation>Wie viele Ereignisse es gibt.</translation>
    </message>
    <message>
        <source>in the window</source>
        <translation>im Zeitfenster</translation>
    </message>
    <message>
        <source>Events that happened within the window, until now.</source>
        <translation>Ereignisse, die im Zeitfenster bis jetzt geschehen sind.</translation>
    </message>
    <message>
        <source>event rate</source>
        <translation>Ereignisrate</translation>
    </message>
    <message>
        <source>Events per minute, averaged over the window.</source>
        <translation>Ereignisse pro Minute, im Mittel des Zeitfensters.</translation>
    </message>
    <message>
        <source>oldest</source>
        <translation>ältestes</translation>
    </message>
    <message>
        <source>How long ago the oldest event happened.</source>
        <translation>Wie lange das älteste Ereignis zurückliegt.</translation>
    </message>
    <message>
        <source>indexed</source>
        <translation>im Index</translation>
    </message>
    <message>
        <source>Entries of the index, those that have expired included.</source>
        <translation>Einträge des Index, die abgelaufenen eingeschlossen.</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>abgelaufen</translation>
    </message>
    <message>
        <source>How long ago the first of them expired.</source>
        <translation>Wie lange es her ist, dass der erste von ihnen abgelaufen ist.</translation>
    </message>
    <message>
        <source>next expires in</source>
        <translation>nächster läuft ab in</translation>
    </message>
    <message>
        <source>Time until the next entry expires.</source>
        <translation>Zeit, bis der nächste Eintrag abläuft.</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartend</translation>
    </message>
    <message>
        <source>Jobs waiting, over all priorities.</source>
        <translation>Wie viele Jobs warten, aller Prioritäten.</translation>
    </message>
    <message>
        <source>next score</source>
        <translation>nächster Score</translation>
    </message>
    <message>
        <source>longest wait</source>
        <translation>längste Wartezeit</translation>
    </message>
    <message>
        <source>How long the oldest job has waited, where scores hold a time.</source>
        <translation>Wie lange der älteste Job schon wartet, wo Scores eine Zeit enthalten.</translation>
    </message>
    <message>
        <source>starving</source>
        <translation>verhungernd</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>Jobs waiting in this band.</source>
        <translation>Wie viele Jobs in diesem Band warten.</translation>
    </message>
    <message>
        <source>longest wait in %1</source>
        <translation>längste Wartezeit in %1</translation>
    </message>
    <message>
        <source>How long the oldest job of this band has waited; at least, where scores hold no time.</source>
        <translation>Wie lange der älteste Job dieses Bandes schon wartet; mindestens, wo Scores keine Zeit enthalten.</translation>
    </message>
    <message>
        <source>%1 not served for</source>
        <translation>%1 nicht bedient seit</translation>
    </message>
    <message>
        <source>buckets</source>
        <translation>Buckets</translation>
    </message>
    <message>
        <source>Buckets of all watched periods and shards.</source>
        <translation>Wie viele Buckets es gibt, aller beobachteten Zeiträume und Shards.</translation>
    </message>
    <message>
        <source>without expiry</source>
        <translation>ohne Ablaufzeit</translation>
    </message>
    <message>
        <source>skew</source>
        <translation>Schieflage</translation>
    </message>
    <message>
        <source>Members of the largest shard divided by the average per shard, all periods together.</source>
        <translation>Wievielmal so viele Mitglieder der größte Shard hat wie ein Shard im Mittel, alle Zeiträume zusammen.</translation>
    </message>
    <message>
        <source>length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Items kept, over all keys.</source>
        <translation>Wie viele Einträge aufbewahrt werden, aller Schlüssel.</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>Schranke</translation>
    </message>
    <message>
        <source>Most items to keep in each key, by the workspace.</source>
        <translation>Wie viele in jedem Schlüssel aufbewahrt werden sollen, wie es im Arbeitsbereich steht.</translation>
    </message>
    <message>
        <source>over the bound</source>
        <translation>über der Schranke</translation>
    </message>
    <message>
        <source>Items beyond the bound, summed over all keys.</source>
        <translation>Wie viele darüber hinaus da sind, Schlüssel für Schlüssel.</translation>
    </message>
    <message>
        <source>subjects</source>
        <translation>Teilnehmer</translation>
    </message>
    <message>
        <source>Subjects that have entries.</source>
        <translation>Wie viele Teilnehmer Einträge haben.</translation>
    </message>
    <message>
        <source>at the limit</source>
        <translation>an der Grenze</translation>
    </message>
    <message>
        <source>busiest</source>
        <translation>am meisten</translation>
    </message>
    <message>
        <source>The most entries that one subject has in the window.</source>
        <translation>Die meisten Einträge, die ein Teilnehmer im Zeitfenster hat.</translation>
    </message>
    <message>
        <source>outside the window</source>
        <translation>außerhalb des Fensters</translation>
    </message>
    <message>
        <source>Entries that are older than the window and still stored.</source>
        <translation>Einträge, die älter sind als das Zeitfenster und noch gespeichert.</translation>
    </message>
    <message>
        <source>refused/min</source>
        <translation>abgewiesen je Minute</translation>
    </message>
    <message>
        <source>held</source>
        <translation>gehalten</translation>
    </message>
    <message>
        <source>shortest left</source>
        <translation>kürzeste Restzeit</translation>
    </message>
    <message>
        <source>Time until the first of the leases ends.</source>
        <translation>Zeit, bis die erste Sperre endet.</translation>
    </message>
    <message>
        <source>Locks that never expire: when their holder dies, nothing frees them.</source>
        <translation>Sperren, die nie ablaufen: Stirbt ihr Inhaber, gibt sie nichts frei.</translation>
    </message>
    <message>
        <source>holder changes</source>
        <translation>Wechsel des Inhabers</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Estimated number of keys, by the share of all keys scanned so far.</source>
        <translation>Wie viele Schlüssel es etwa gibt: nach dem Anteil aller Schlüssel, der durchgesehen wurde.</translation>
    </message>
    <message>
        <source>Estimated number of keys that never expire, by their share of the sample.</source>
        <translation>Schlüssel, die nie ablaufen, etwa: so viele von allen wie von der Stichprobe.</translation>
    </message>
    <message>
        <source>expire together</source>
        <translation>laufen zusammen ab</translation>
    </message>
    <message>
        <source>The largest share of the sample, from 0 to 1, that expires within the same minute.</source>
        <translation>Der größte Anteil der Stichprobe, von 0 bis 1, der in derselben Minute abläuft.</translation>
    </message>
    <message>
        <source>Entries in the stream, read or unread.</source>
        <translation>Wie viele Einträge der Strom enthält, wer immer sie gelesen hat.</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Consumer groups that read the stream.</source>
        <translation>Wie viele Verbrauchergruppen den Strom lesen.</translation>
    </message>
    <message>
        <source>consumers</source>
        <translation>Verbraucher</translation>
    </message>
    <message>
        <source>Consumers in those groups.</source>
        <translation>Wie viele Verbraucher diese Gruppen haben.</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>Entries delivered but not yet acknowledged.</source>
        <translation>Wie viele Einträge zugestellt und noch nicht bestätigt sind.</translation>
    </message>
    <message>
        <source>Pending entries that were delivered longer ago than staleAfter.</source>
        <translation>Offene Einträge, deren Zustellung länger her ist als staleAfter.</translation>
    </message>
    <message>
        <source>poison</source>
        <translation>Gift</translation>
    </message>
    <message>
        <source>Pending entries that were delivered more often than maxDeliveries.</source>
        <translation>Offene Einträge, die öfter als maxDeliveries zugestellt wurden.</translation>
    </message>
    <message>
        <source>How long ago the oldest pending entry was added to the stream.</source>
        <translation>Wie lange es her ist, dass der älteste offene Eintrag in den Strom kam.</translation>
    </message>
    <message>
        <source>Jobs arriving per minute, over the last five minutes, by the times in their scores; a lower bound where jobs came and went between two polls.</source>
        <translation>Wie viele Jobs je Minute kommen, über die letzten fünf Minuten, nach den Zeiten in ihren Scores; mindestens, wo einige zwischen zwei Abfragen kamen und gingen.</translation>
    </message>
    <message>
        <source>Jobs of this band arriving per minute, where scores hold a time.</source>
        <translation>Wie viele Jobs dieses Bandes je Minute kommen, wo Scores eine Zeit enthalten.</translation>
    </message>
    <message>
        <source>arriving</source>
        <translation>kommen</translation>
    </message>
    <message>
        <source>taken</source>
        <translation>geholt</translation>
    </message>
    <message>
        <source>arriving in %1</source>
        <translation>kommen in %1</translation>
    </message>
    <message>
        <source>taken from %1</source>
        <translation>geholt aus %1</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>Entries added per minute, averaged over the last five minutes, by the server&apos;s own counter (entries-added), without operations of this window. Before Redis 7, which has no such counter, a lower bound: how much the stream grew.</source>
        <translation>Wie viele Einträge je Minute hinzugefügt werden, im Mittel der letzten fünf Minuten, nach dem Zähler des Servers (entries-added); Operationen dieses Fensters ausgenommen. Vor Redis 7, das keinen hat, mindestens: um wie viel der Stream wuchs.</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>Entries acknowledged per minute by all groups together, averaged over the last five minutes: entries read (entries-read) minus pending entries, without trimmed or deleted ones and operations of this window. Redis 8 and Valkey 8 count an entry that was trimmed before it was read as read.</source>
        <translation>Wie viele Einträge alle Gruppen zusammen je Minute bestätigen, im Mittel der letzten fünf Minuten: was jede gelesen hat (entries-read) ohne das, was aussteht; was gekürzt oder gelöscht wurde und Operationen dieses Fensters ausgenommen. Redis 8 und Valkey 8 zählen einen Eintrag, der gekürzt wurde, bevor er gelesen war, als gelesen.</translation>
    </message>
    <message>
        <source>Buckets that never expire and so stay forever.</source>
        <translation>Buckets, die nie ablaufen und so für immer da sind.</translation>
    </message>
    <message>
        <source>Entries that have expired but are not cleaned up yet.</source>
        <translation>Einträge, deren Zeit vorbei ist und die noch niemand aufgeräumt hat.</translation>
    </message>
    <message>
        <source>Dead letters: jobs that failed for good.</source>
        <translation>Dead Letters: Jobs, die aufgegeben wurden.</translation>
    </message>
    <message>
        <source>Locks held now.</source>
        <translation>Wie viele Sperren jetzt jemand hält.</translation>
    </message>
    <message>
        <source>Observed changes of holder per minute, over the last fifteen; those between two polls are missed.</source>
        <translation>Wie oft je Minute eine Sperre bei einem anderen Inhaber als zuvor gesehen wurde, über die letzten fünfzehn; zwischen zwei Blicken können es mehr gewesen sein.</translation>
    </message>
    <message>
        <source>The lowest score, of the job that is taken next.</source>
        <translation>Der niedrigste Score: der des Jobs, der als Nächster geholt wird.</translation>
    </message>
    <message>
        <source>Bands that were not served for long while others were.</source>
        <translation>Bänder, aus denen lange keiner geholt wurde, aus anderen aber schon.</translation>
    </message>
    <message>
        <source>Jobs taken per minute, over the last five minutes: arrivals that no longer wait, without those of operations of this window.</source>
        <translation>Wie viele Jobs je Minute geholt werden, über die letzten fünf Minuten: die gekommen sind und nicht mehr warten; ohne die Operationen dieses Fensters.</translation>
    </message>
    <message>
        <source>How long jobs have waited in this band since one was last taken.</source>
        <translation>Wie lange in diesem Band schon Jobs warten, ohne dass einer geholt wurde.</translation>
    </message>
    <message>
        <source>Jobs of this band taken per minute, where scores hold a time.</source>
        <translation>Wie viele Jobs dieses Bandes je Minute geholt werden, wo Scores eine Zeit enthalten.</translation>
    </message>
    <message>
        <source>Subjects at or over their limit in the window.</source>
        <translation>Teilnehmer mit so vielen Einträgen im Zeitfenster, wie eingelassen werden, oder mehr.</translation>
    </message>
    <message>
        <source>Subjects whose key never expires: it stays forever if they do not come back.</source>
        <translation>Teilnehmer, deren Schlüssel nie abläuft: Wer nicht wiederkommt, hinterlässt ihn für immer.</translation>
    </message>
    <message>
        <source>Refused calls over the last minute, by the limiter&apos;s own counters.</source>
        <translation>Wie oft jemand abgewiesen wurde, nach den Zählern der Begrenzung selbst in der letzten Minute.</translation>
    </message>
    <message>
        <source>Entries not yet delivered, summed over all groups; unknown where the server lost count, for example after entries were deleted in the middle.</source>
        <translation>Wie viele Einträge einer Gruppe noch nicht zugestellt wurden, über alle Gruppen; nicht bekannt, wo der Server es nicht weiß, etwa nachdem Einträge in der Mitte gelöscht wurden.</translation>
    </message>
    <message>
        <source>oldest pending</source>
        <translation>älteste ausstehende</translation>
    </message>
    <message>
        <source>How long ago the oldest job was made, as its record says; without one, how long it has been seen waiting. Of a long list only both ends are read, so that it is at least that.</source>
        <translation>Vor wie langer Zeit der älteste Job entstanden ist, wie sein Datensatz sagt; ohne einen, wie lange er schon wartend gesehen wird. Von einer langen Liste werden nur beide Enden gelesen, es ist also mindestens so lange.</translation>
    </message>
    <message>
        <source>Half of the members have this score or more. Unknown where several shards have more than 1,000 members together.</source>
        <translation>Die Hälfte der Mitglieder hat diesen Score oder mehr. Nicht bekannt, wo mehrere Shards zusammen mehr als 1.000 Mitglieder haben.</translation>
    </message>
</context>
<context>
    <name>format</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 day</source>
        <translation>%1 Tag</translation>
    </message>
    <message numerus="yes">
        <source>%1 days</source>
        <translation>
            <numerusform>%1 Tag</numerusform>
            <numerusform>%1 Tage</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 KiB</source>
        <translation>%1 KiB</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 TiB</source>
        <translation>%1 TiB</translation>
    </message>
    <message>
        <source>%1 PiB</source>
        <translation>%1 PiB</translation>
    </message>
    <message>
        <source>%1 EiB</source>
        <translation>%1 EiB</translation>
    </message>
    <message>
        <source>%1/min</source>
        <translation>%1/min</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>restarted %1</source>
        <translation>neu gestartet %1</translation>
    </message>
    <message>
        <source>emptied %1</source>
        <translation>geleert %1</translation>
    </message>
    <message>
        <source>failed over %1</source>
        <translation>Failover %1</translation>
    </message>
    <message>
        <source>flushed %1</source>
        <translation>alles gelöscht %1</translation>
    </message>
    <message>
        <source>%1, 1 element gone</source>
        <translation>%1, 1 Element weg</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 elements gone</source>
        <translation>
            <numerusform>%1, %2 Element weg</numerusform>
            <numerusform>%1, %2 Elemente weg</numerusform>
        </translation>
    </message>
    <message>
        <source>ok</source>
        <translation>in Ordnung</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>since %1 or longer</source>
        <translation>seit %1 oder länger</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>%1, %2 before</source>
        <translation>%1, vorher %2</translation>
    </message>
    <message>
        <source>%1 for ≥ %2</source>
        <translation>%1 seit ≥ %2</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1 seit %2</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1, in trouble for ≥ %2</source>
        <translation>%1, in Schwierigkeiten seit ≥ %2</translation>
    </message>
    <message>
        <source>%1, in trouble for %2</source>
        <translation>%1, in Schwierigkeiten seit %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>1 collection</source>
        <translation>1 Sammlung</translation>
    </message>
    <message numerus="yes">
        <source>%1 collections</source>
        <translation>
            <numerusform>%1 Sammlung</numerusform>
            <numerusform>%1 Sammlungen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>what happened, time</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>1 event before</source>
        <translation>1 Ereignis davor</translation>
    </message>
    <message numerus="yes">
        <source>%1 events before</source>
        <translation>
            <numerusform>%1 Ereignis davor</numerusform>
            <numerusform>%1 Ereignisse davor</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
</context>
<context>
    <name>found</name>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>used</source>
        <translation>genutzt</translation>
    </message>
    <message>
        <source>outside</source>
        <translation>außerhalb</translation>
    </message>
    <message>
        <source>expires</source>
        <translation>läuft ab</translation>
    </message>
    <message>
        <source>holder</source>
        <translation>Inhaber</translation>
    </message>
    <message>
        <source>held for</source>
        <translation>gehalten seit</translation>
    </message>
    <message>
        <source>time left</source>
        <translation>Restzeit</translation>
    </message>
    <message>
        <source>renewed</source>
        <translation>verlängert</translation>
    </message>
    <message>
        <source>changes, 15 min</source>
        <translation>Wechsel, 15 min</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>no expiry</source>
        <translation>ohne Ablauf</translation>
    </message>
    <message>
        <source>all seen, scan %1</source>
        <translation>alle gesehen, Suche %1</translation>
    </message>
    <message>
        <source>seen %1 of about %2</source>
        <translation>%1 von etwa %2 gesehen</translation>
    </message>
    <message>
        <source>seen %1, still scanning</source>
        <translation>%1 gesehen, Suche läuft</translation>
    </message>
    <message>
        <source>%1 not read yet</source>
        <translation>%1 noch nicht gelesen</translation>
    </message>
    <message>
        <source>the first %1 of %2</source>
        <translation>die ersten %1 von %2</translation>
    </message>
    <message>
        <source>subject</source>
        <translation>Teilnehmer</translation>
    </message>
    <message>
        <source>in window</source>
        <translation>im Fenster</translation>
    </message>
    <message>
        <source>refused/min</source>
        <translation>abgew./min</translation>
    </message>
    <message>
        <source>next in</source>
        <translation>nächster</translation>
    </message>
    <message>
        <source>lock</source>
        <translation>Sperre</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>Füllung</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>over the bound</source>
        <translation>über der Schranke</translation>
    </message>
    <message>
        <source>%1 of ≥ %2</source>
        <translation>%1 von ≥ %2</translation>
    </message>
    <message>
        <source>at the limit</source>
        <translation>am Limit</translation>
    </message>
    <message>
        <source>&lt; 1 s</source>
        <translation>&lt; 1 s</translation>
    </message>
    <message>
        <source>was at the limit when it was read; the next call is allowed by now</source>
        <translation>war am Limit, als gelesen wurde; der nächste Aufruf ist inzwischen erlaubt</translation>
    </message>
    <message>
        <source>at the limit; next call allowed within a second</source>
        <translation>am Limit; nächster Aufruf innerhalb einer Sekunde erlaubt</translation>
    </message>
    <message>
        <source>at the limit; next call allowed %1</source>
        <translation>am Limit; nächster Aufruf %1 erlaubt</translation>
    </message>
    <message>
        <source>Relative to the longest time left seen so far; the lease is at least that long.</source>
        <translation>Von der längsten gesehenen Restzeit: gewährt wurde die Sperre für so lange oder länger.</translation>
    </message>
    <message>
        <source>Seen with this holder for at least this long.</source>
        <translation>So lange bei diesem Inhaber gesehen; es kann länger gewesen sein.</translation>
    </message>
</context>
<context>
    <name>groups</name>
    <message>
        <source>prefix</source>
        <translation>Präfix</translation>
    </message>
    <message>
        <source>seen</source>
        <translation>gesehen</translation>
    </message>
    <message>
        <source>keys, about</source>
        <translation>Schlüssel, etwa</translation>
    </message>
    <message>
        <source>median left</source>
        <translation>Median übrig</translation>
    </message>
    <message>
        <source>together</source>
        <translation>zusammen</translation>
    </message>
    <message>
        <source>no expiry</source>
        <translation>ohne Ablauf</translation>
    </message>
    <message>
        <source>others</source>
        <translation>andere</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>history</name>
    <message>
        <source>%1: the history folder cannot be created; choose another with --data-dir</source>
        <translation>%1: der Ordner des Verlaufs kann nicht angelegt werden; mit --data-dir einen anderen nennen</translation>
    </message>
    <message>
        <source>%1: there is no history of this workspace on this server</source>
        <translation>%1: es gibt keinen Verlauf dieses Arbeitsbereichs auf diesem Server</translation>
    </message>
    <message>
        <source>%1: written by a newer Plimsoll (layout %2, this one knows %3)</source>
        <translation>%1: von einem neueren Plimsoll geschrieben (Aufbau %2, dieses kennt %3)</translation>
    </message>
    <message>
        <source>; the disk is full: free some space, or choose another folder with --data-dir</source>
        <translation>; die Platte ist voll: Platz schaffen oder mit --data-dir einen anderen Ordner nennen</translation>
    </message>
    <message>
        <source>%1: another process keeps this history</source>
        <translation>%1: ein anderer Prozess schreibt diesen Verlauf</translation>
    </message>
    <message>
        <source>%1: another process keeps these alerts</source>
        <translation>%1: Ein anderer Prozess führt diese Alarme</translation>
    </message>
    <message>
        <source>there are %1 notes already; remove some of them first</source>
        <translation>es gibt schon %1 Notizen; entfernen Sie zuerst einige</translation>
    </message>
    <message>
        <source>%1: not an alerts file of Plimsoll</source>
        <translation>%1: Das sind keine Alarme von Plimsoll</translation>
    </message>
    <message>
        <source>%1: not a history of Plimsoll</source>
        <translation>%1: Das ist kein Verlauf von Plimsoll</translation>
    </message>
    <message>
        <source>A history of that name exists already and is continued; earlier data stay under the old name</source>
        <translation>Unter diesem Namen gibt es schon einen Verlauf: Er geht weiter, und was bisher festgehalten wurde, bleibt unter dem alten Namen</translation>
    </message>
    <message>
        <source>%1: the alerts file is gone</source>
        <translation>%1: Da sind keine Alarme mehr</translation>
    </message>
    <message>
        <source>%1: written by an older Plimsoll (layout %2, this one knows %3); it can only be read, and is not brought up to date</source>
        <translation>%1: von einem älteren Plimsoll geschrieben (Aufbau %2, dieses kennt %3); darf nur gelesen werden und wird nicht auf den neuen Stand gebracht</translation>
    </message>
    <message>
        <source>%1: replaced by another file; the history continues there</source>
        <translation>%1: Eine andere Datei steht an ihrer Stelle: Der Verlauf geht in dieser weiter</translation>
    </message>
    <message>
        <source>%1: removed; the history starts again in a new file</source>
        <translation>%1: wurde entfernt: Der Verlauf beginnt neu in einer neuen Datei</translation>
    </message>
    <message>
        <source>a piece of the history, from %1 to %2, is damaged and cannot be read</source>
        <translation>ein Stück des Verlaufs, von %1 bis %2, ist beschädigt und nicht zu lesen</translation>
    </message>
    <message numerus="yes">
        <source>%1 pieces of the history, from %2 to %3, are damaged and cannot be read</source>
        <translation>
            <numerusform>%1 Stücke des Verlaufs, von %2 bis %3, sind beschädigt und nicht zu lesen</numerusform>
            <numerusform>%1 Stücke des Verlaufs, von %2 bis %3, sind beschädigt und nicht zu lesen</numerusform>
        </translation>
    </message>
    <message>
        <source>this alert is no longer kept</source>
        <translation>dieser Alarm wird nicht mehr aufgehoben</translation>
    </message>
</context>
<context>
    <name>imports</name>
    <message>
        <source>Certificates and keys that the export contains were not imported: save each as a PEM file and choose it here.</source>
        <translation>Zertifikate und Schlüssel, die der Export enthält, wurden nicht importiert: Speichern Sie jedes als PEM-Datei und wählen Sie es hier.</translation>
    </message>
    <message>
        <source>There the server was not verified. Here it is, until you switch that off.</source>
        <translation>Dort wurde der Server nicht geprüft. Hier wird er es, bis Sie das ausschalten.</translation>
    </message>
    <message>
        <source>The password or key of ssh was not imported: the ssh of this computer is used, with your agent and ~/.ssh/config.</source>
        <translation>Passwort oder Schlüssel von ssh wurde nicht importiert: Das ssh dieses Rechners wird benutzt, mit Ihrem Agenten und ~/.ssh/config.</translation>
    </message>
    <message>
        <source>The proxy was not imported.</source>
        <translation>Der Proxy wurde nicht importiert.</translation>
    </message>
    <message>
        <source>The password of the sentinels was not imported.</source>
        <translation>Das Passwort der Sentinels wurde nicht importiert.</translation>
    </message>
    <message>
        <source>This is a ZIP file: unpack it and choose connections.yaml in it</source>
        <translation>Das ist eine ZIP-Datei: Entpacken Sie sie und wählen Sie connections.yaml darin</translation>
    </message>
    <message>
        <source>It has no connections as RedisInsight, Another Redis Desktop Manager, Tiny RDM or RESP.app export them</source>
        <translation>Sie enthält keine Verbindungen, wie RedisInsight, Another Redis Desktop Manager, Tiny RDM oder RESP.app sie exportieren</translation>
    </message>
    <message>
        <source>The way through ssh was not imported: its address cannot be used here.</source>
        <translation>Der Weg durch ssh wurde nicht importiert: Seine Adresse ist hier nicht brauchbar.</translation>
    </message>
    <message>
        <source>It has more than %1 connections</source>
        <translation>Sie enthält mehr als %1 Verbindungen</translation>
    </message>
</context>
<context>
    <name>jobedit</name>
    <message>
        <source>more than 1 MiB cannot be edited here</source>
        <translation>mehr als 1 MiB lässt sich hier nicht bearbeiten</translation>
    </message>
    <message>
        <source>it is not text</source>
        <translation>es ist kein Text</translation>
    </message>
    <message>
        <source>it holds fields that must not be shown (options.redact)</source>
        <translation>es enthält Felder, die nicht gezeigt werden sollen (options.redact)</translation>
    </message>
    <message>
        <source>only one job can be edited at a time</source>
        <translation>bearbeitet wird ein einzelner Job</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>load the rest first: only the beginning is here</source>
        <translation>zuerst den Rest laden: nur der Anfang ist hier</translation>
    </message>
    <message>
        <source>record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>there is nothing to edit: the element is only the id of its job, and the job has no record</source>
        <translation>es gibt nichts zu bearbeiten: das Element ist nur die ID seines Jobs, und ein Datensatz dazu ist nicht da</translation>
    </message>
    <message>
        <source>Not JSON: line %1, %2</source>
        <translation>Kein JSON: Zeile %1, %2</translation>
    </message>
    <message>
        <source>More than 1 MiB</source>
        <translation>Mehr als 1 MiB</translation>
    </message>
    <message>
        <source>No changes yet</source>
        <translation>Noch keine Änderung</translation>
    </message>
</context>
<context>
    <name>keylookup</name>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>1 element</source>
        <translation>1 Element</translation>
    </message>
    <message numerus="yes">
        <source>%1 elements</source>
        <translation>
            <numerusform>%1 Element</numerusform>
            <numerusform>%1 Elemente</numerusform>
        </translation>
    </message>
    <message>
        <source>a set</source>
        <translation>ein Set</translation>
    </message>
    <message>
        <source>1 member</source>
        <translation>1 Mitglied</translation>
    </message>
    <message numerus="yes">
        <source>%1 members</source>
        <translation>
            <numerusform>%1 Mitglied</numerusform>
            <numerusform>%1 Mitglieder</numerusform>
        </translation>
    </message>
    <message>
        <source>a sorted set</source>
        <translation>ein Sorted Set</translation>
    </message>
    <message>
        <source>a hash</source>
        <translation>ein Hash</translation>
    </message>
    <message>
        <source>1 field</source>
        <translation>1 Feld</translation>
    </message>
    <message numerus="yes">
        <source>%1 fields</source>
        <translation>
            <numerusform>%1 Feld</numerusform>
            <numerusform>%1 Felder</numerusform>
        </translation>
    </message>
    <message>
        <source>a string</source>
        <translation>ein String</translation>
    </message>
    <message>
        <source>1 byte</source>
        <translation>1 Byte</translation>
    </message>
    <message numerus="yes">
        <source>%1 bytes</source>
        <translation>
            <numerusform>%1 Byte</numerusform>
            <numerusform>%1 Bytes</numerusform>
        </translation>
    </message>
    <message>
        <source>a stream</source>
        <translation>ein Stream</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 Eintrag</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries</source>
        <translation>
            <numerusform>%1 Eintrag</numerusform>
            <numerusform>%1 Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>not looked up: %1</source>
        <translation>nicht nachgesehen: %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 keys are there: %3</source>
        <translation>
            <numerusform>%1 von %2 Schlüssel ist da: %3</numerusform>
            <numerusform>%1 von %2 Schlüsseln sind da: %3</numerusform>
        </translation>
    </message>
    <message>
        <source>every matching key (found by scanning)</source>
        <translation>jeder passende Schlüssel (per Suche gefunden)</translation>
    </message>
    <message>
        <source>one key per id (found by scanning)</source>
        <translation>ein Schlüssel je ID (per Suche gefunden)</translation>
    </message>
    <message>
        <source>one key per id found</source>
        <translation>ein Schlüssel je gefundener ID</translation>
    </message>
    <message>
        <source>one key per job</source>
        <translation>ein Schlüssel je Job</translation>
    </message>
    <message>
        <source>%1 is %2; this needs another type</source>
        <translation>%1 ist %2; hier wird ein anderer Typ gebraucht</translation>
    </message>
    <message>
        <source>no such key right now: it may be empty, or misspelled</source>
        <translation>kein solcher Schlüssel zurzeit: vielleicht leer oder falsch geschrieben</translation>
    </message>
</context>
<context>
    <name>kinds</name>
    <message>
        <source>Unit of the scores that are times</source>
        <translation>Einheit der Scores, die Zeiten sind</translation>
    </message>
    <message>
        <source>A job in processing for longer than this is stale</source>
        <translation>Ein Job, der länger als das in Arbeit ist, ist verwaist</translation>
    </message>
    <message>
        <source>Names of the job record&apos;s fields, if they differ from the common ones</source>
        <translation>Namen der Felder im Job-Datensatz, wo es nicht die üblichen sind</translation>
    </message>
    <message>
        <source>Where an element keeps its id: &quot;json:FIELD&quot;</source>
        <translation>Wo ein Element seine ID hat: &quot;json:FELD&quot;</translation>
    </message>
    <message>
        <source>Fields of a payload that are never shown</source>
        <translation>Felder der Nutzdaten, die nie gezeigt werden</translation>
    </message>
    <message>
        <source>Members by score, in a sorted set; a period and shards are allowed</source>
        <translation>Mitglieder nach Score, in einem Sorted Set; Zeitraum und Shards sind erlaubt</translation>
    </message>
    <message>
        <source>Number of top members to watch</source>
        <translation>Wie viele der Besten beobachtet werden</translation>
    </message>
    <message>
        <source>Whether the highest score is best, or the lowest</source>
        <translation>Ob der höchste Score der beste ist oder der niedrigste</translation>
    </message>
    <message>
        <source>Leaderboard</source>
        <translation>Rangliste</translation>
    </message>
    <message>
        <source>Leaderboards</source>
        <translation>Ranglisten</translation>
    </message>
    <message>
        <source>Members ranked by score</source>
        <translation>Mitglieder, geordnet nach Score</translation>
    </message>
    <message>
        <source>The set, or its shards</source>
        <translation>Das Set oder seine Shards</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Membership, tags or a secondary index, in sets</source>
        <translation>Mitgliedschaft, Tags oder ein Sekundärindex, in Sets</translation>
    </message>
    <message>
        <source>Presence</source>
        <translation>Präsenz</translation>
    </message>
    <message>
        <source>Who is connected and who is active</source>
        <translation>Wer verbunden und wer aktiv ist</translation>
    </message>
    <message>
        <source>The list jobs wait on, or several from highest to lowest priority</source>
        <translation>Die Liste, in der Jobs warten, oder mehrere von der höchsten zur niedrigsten Priorität</translation>
    </message>
    <message>
        <source>Jobs being worked on: a list, or a sorted set by visibility deadline</source>
        <translation>Jobs, an denen gearbeitet wird: eine Liste oder ein Sorted Set nach Frist</translation>
    </message>
    <message>
        <source>Jobs that wait for their time: a sorted set by due time</source>
        <translation>Jobs, die auf ihre Zeit warten: ein Sorted Set nach Fälligkeit</translation>
    </message>
    <message>
        <source>The end of the list that workers take from</source>
        <translation>Das Ende der Liste, von dem die Worker nehmen</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>Warteschlangen</translation>
    </message>
    <message>
        <source>First in, first out work queue on lists, with or without a processing list</source>
        <translation>Warteschlange aus Listen, wer zuerst kommt, kommt zuerst dran, mit oder ohne Liste der Jobs in Arbeit</translation>
    </message>
    <message>
        <source>Jobs by due time, in a sorted set</source>
        <translation>Jobs nach Fälligkeit, in einem Sorted Set</translation>
    </message>
    <message>
        <source>Claimed jobs by visibility deadline, in a sorted set</source>
        <translation>Genommene Jobs nach Frist, in einem Sorted Set</translation>
    </message>
    <message>
        <source>The list that due jobs move to, where there is one</source>
        <translation>Die Liste, in die fällige Jobs kommen, wo es eine gibt</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>Zeitpläne</translation>
    </message>
    <message>
        <source>Delayed jobs and timers by due time</source>
        <translation>Aufgeschobene Jobs und Timer nach Fälligkeit</translation>
    </message>
    <message>
        <source>It is empty now.</source>
        <translation>Es ist jetzt leer.</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Remove all…</source>
        <translation>Alle entfernen…</translation>
    </message>
    <message>
        <source>Requeue</source>
        <translation>Neu einreihen</translation>
    </message>
    <message>
        <source>Requeue all…</source>
        <translation>Alle neu einreihen…</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <source>Run all now…</source>
        <translation>Alle jetzt ausführen…</translation>
    </message>
    <message>
        <source>Postpone…</source>
        <translation>Zeit verschieben…</translation>
    </message>
    <message>
        <source>Postpone all…</source>
        <translation>Zeit aller verschieben…</translation>
    </message>
    <message>
        <source>Move…</source>
        <translation>Verlegen…</translation>
    </message>
    <message>
        <source>Move all…</source>
        <translation>Alle verlegen…</translation>
    </message>
    <message>
        <source>Dead-letter…</source>
        <translation>Zu den Dead Letters…</translation>
    </message>
    <message>
        <source>Dead-letter all…</source>
        <translation>Alle zu den Dead Letters…</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>Verwerfen…</translation>
    </message>
    <message>
        <source>Discard all…</source>
        <translation>Alle verwerfen…</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>No job is waiting</source>
        <translation>Kein Job wartet</translation>
    </message>
    <message>
        <source>processing</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>No job is being worked on</source>
        <translation>An keinem Job wird gearbeitet</translation>
    </message>
    <message>
        <source>A worker that takes a job moves it here until it is done.</source>
        <translation>Ein Worker, der einen Job nimmt, verschiebt ihn hierher, bis er fertig ist.</translation>
    </message>
    <message>
        <source>deadline</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>verwaist</translation>
    </message>
    <message>
        <source>No stale jobs</source>
        <translation>Kein verwaister Job</translation>
    </message>
    <message>
        <source>A job turns stale when its worker dies or hangs: its deadline passes, or it is in processing for longer than staleAfter.</source>
        <translation>Ein Job verwaist, wenn sein Worker stirbt oder hängt: seine Frist verstreicht, oder er ist länger als staleAfter in Arbeit.</translation>
    </message>
    <message>
        <source>delayed</source>
        <translation>aufgeschoben</translation>
    </message>
    <message>
        <source>No job waits for its time</source>
        <translation>Kein Job wartet auf seine Zeit</translation>
    </message>
    <message>
        <source>due</source>
        <translation>fällig</translation>
    </message>
    <message>
        <source>No job is overdue</source>
        <translation>Kein Job ist überfällig</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>Dead Letters</translation>
    </message>
    <message>
        <source>No dead letters</source>
        <translation>Kein Dead Letter</translation>
    </message>
    <message>
        <source>No job waits for its time now.</source>
        <translation>Kein Job wartet jetzt auf seine Zeit.</translation>
    </message>
    <message>
        <source>There are no dead letters now.</source>
        <translation>Es gibt jetzt keinen Dead Letter.</translation>
    </message>
    <message>
        <source>Requeue %1 stale</source>
        <translation>%1 verwaiste neu einreihen</translation>
    </message>
    <message>
        <source>No job is stale now: no worker is overdue.</source>
        <translation>Kein Job ist jetzt verwaist: kein Worker ist überfällig.</translation>
    </message>
    <message>
        <source>Requeue all dead letters…</source>
        <translation>Alle Dead Letters neu einreihen…</translation>
    </message>
    <message>
        <source>Discard all dead letters…</source>
        <translation>Alle Dead Letters verwerfen…</translation>
    </message>
    <message>
        <source>Run all delayed now…</source>
        <translation>Alle aufgeschobenen jetzt ausführen…</translation>
    </message>
    <message>
        <source>Postpone all delayed…</source>
        <translation>Alle aufgeschobenen verschieben…</translation>
    </message>
    <message>
        <source>Purge delayed jobs…</source>
        <translation>Aufgeschobene leeren…</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>The first score (ZADD or ZINCRBY) creates it. With a period in its key, a new board starts empty.</source>
        <translation>Der erste Score (ZADD oder ZINCRBY) legt sie an. Mit einem Zeitraum im Schlüssel beginnt eine neue Rangliste leer.</translation>
    </message>
    <message>
        <source>Set expiry…</source>
        <translation>Ablaufzeit setzen…</translation>
    </message>
    <message>
        <source>Purge…</source>
        <translation>Leeren…</translation>
    </message>
    <message>
        <source>members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>The set is empty</source>
        <translation>Das Set ist leer</translation>
    </message>
    <message>
        <source>SADD creates it; a set without members does not exist on the server.</source>
        <translation>SADD legt es an; ein Set ohne Mitglieder gibt es auf dem Server nicht.</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen…</translation>
    </message>
    <message>
        <source>last seen</source>
        <translation>zuletzt gesehen</translation>
    </message>
    <message>
        <source>by last seen</source>
        <translation>nach zuletzt gesehen</translation>
    </message>
    <message>
        <source>Each heartbeat writes the time into the sorted set (ZADD).</source>
        <translation>Jeder Heartbeat schreibt die Zeit in das Sorted Set (ZADD).</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>Members seen within the window are active.</source>
        <translation>Aktiv ist, wer im Zeitfenster gesehen wurde.</translation>
    </message>
    <message>
        <source>inactive</source>
        <translation>inaktiv</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>A connection adds its member to the set (SADD) and removes it at the end.</source>
        <translation>Eine Verbindung fügt ihr Mitglied dem Set hinzu (SADD) und entfernt es am Ende.</translation>
    </message>
    <message>
        <source>Prune inactive…</source>
        <translation>Inaktive bereinigen…</translation>
    </message>
    <message>
        <source>all jobs</source>
        <translation>alle Jobs</translation>
    </message>
    <message>
        <source>No job in any state</source>
        <translation>Kein Job in irgendeinem Zustand</translation>
    </message>
    <message>
        <source>Push one with LPUSH, or start a producer, and it shows here.</source>
        <translation>Einen mit LPUSH ablegen oder einen Producer starten, dann erscheint er hier.</translation>
    </message>
    <message>
        <source>choose one state to act on everything in it</source>
        <translation>einen Zustand wählen, um auf alle darin zu wirken</translation>
    </message>
    <message>
        <source>Trim…</source>
        <translation>Kürzen…</translation>
    </message>
    <message>
        <source>Purge ready jobs…</source>
        <translation>Bereite leeren…</translation>
    </message>
    <message>
        <source>Events by the time they happened, in a sorted set; a period and shards are allowed</source>
        <translation>Ereignisse nach ihrer Zeit, in einem Sorted Set; ein Zeitraum und Shards sind erlaubt</translation>
    </message>
    <message>
        <source>The rate counts events within this time</source>
        <translation>Aus den Ereignissen dieser Zeit ergibt sich die Rate</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Timelines</source>
        <translation>Zeitleisten</translation>
    </message>
    <message>
        <source>Events by time</source>
        <translation>Ereignisse nach Zeit</translation>
    </message>
    <message>
        <source>newest first</source>
        <translation>neueste zuerst</translation>
    </message>
    <message>
        <source>No event is stored</source>
        <translation>Kein Ereignis ist gespeichert</translation>
    </message>
    <message>
        <source>Each event is added with its time as the score (ZADD).</source>
        <translation>Jedes Ereignis kommt mit seiner Zeit als Score dazu (ZADD).</translation>
    </message>
    <message>
        <source>happened</source>
        <translation>geschehen</translation>
    </message>
    <message>
        <source>Expiry index</source>
        <translation>Ablaufindex</translation>
    </message>
    <message>
        <source>Expiry indexes</source>
        <translation>Ablaufindexe</translation>
    </message>
    <message>
        <source>Entries that expire, by time</source>
        <translation>Was abläuft, nach Zeit</translation>
    </message>
    <message>
        <source>Jobs by priority, the lowest score first, in a sorted set, or its shards</source>
        <translation>Jobs nach Priorität, der niedrigste Score zuerst, in einem Sorted Set oder seinen Shards</translation>
    </message>
    <message>
        <source>Which scores are one priority: {&quot;high&quot;: [0, 1], &quot;low&quot;: [2, 3]}, or {&quot;divisor&quot;: N} where a score is band × N + time</source>
        <translation>Welche Scores eine Priorität sind: {&quot;high&quot;: [0, 1], &quot;low&quot;: [2, 3]}, oder {&quot;divisor&quot;: N}, wenn ein Score Band × N + Zeit ist</translation>
    </message>
    <message>
        <source>Priority queue</source>
        <translation>Prioritätswarteschlange</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Jobs by priority, the lowest score first</source>
        <translation>Jobs nach Priorität, der niedrigste Score zuerst</translation>
    </message>
    <message>
        <source>The best</source>
        <translation>Die besten</translation>
    </message>
    <message>
        <source>Change priority…</source>
        <translation>Priorität ändern…</translation>
    </message>
    <message>
        <source>Change priority of all…</source>
        <translation>Priorität aller ändern…</translation>
    </message>
    <message>
        <source>all, next first</source>
        <translation>alle, der nächste zuerst</translation>
    </message>
    <message>
        <source>Producers add jobs with their priority as the score (ZADD); workers take the lowest (ZPOPMIN).</source>
        <translation>Producer fügen Jobs mit ihrer Priorität als Score hinzu (ZADD); Worker holen den niedrigsten (ZPOPMIN).</translation>
    </message>
    <message>
        <source>%1, oldest first</source>
        <translation>%1, der älteste zuerst</translation>
    </message>
    <message>
        <source>No job of this band is waiting</source>
        <translation>Kein Job dieses Bandes wartet</translation>
    </message>
    <message>
        <source>Ids already seen, in a set for each period and shard: seen:{yyyyMMddHH}:{0..7}</source>
        <translation>Schon gesehene IDs, in einem Set je Zeitraum und Shard: seen:{yyyyMMddHH}:{0..7}</translation>
    </message>
    <message>
        <source>Deduplication</source>
        <translation>Deduplizierung</translation>
    </message>
    <message>
        <source>Dedupe</source>
        <translation>Deduplizierung</translation>
    </message>
    <message>
        <source>Ids already seen, in buckets by time and shard</source>
        <translation>Schon gesehene IDs, in Eimern nach Zeit und Shard</translation>
    </message>
    <message>
        <source>The end of a list where new items are added</source>
        <translation>Das Ende einer Liste, an dem Neues hinzukommt</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Letzte</translation>
    </message>
    <message>
        <source>The latest items, up to a bound</source>
        <translation>Die letzten Einträge, bis zu einer Schranke</translation>
    </message>
    <message>
        <source>Set expiry on %1…</source>
        <translation>Ablaufzeit von %1 setzen…</translation>
    </message>
    <message>
        <source>Every bucket expires.</source>
        <translation>Jeder Bucket läuft ab.</translation>
    </message>
    <message>
        <source>Set expiry of all…</source>
        <translation>Ablaufzeit aller setzen…</translation>
    </message>
    <message>
        <source>Nothing is kept</source>
        <translation>Nichts wird aufbewahrt</translation>
    </message>
    <message>
        <source>Each item is pushed onto the list (LPUSH) or added with its time (ZADD), and the excess is cut off.</source>
        <translation>Jeder Eintrag wird auf die Liste gelegt (LPUSH) oder mit seiner Zeit hinzugefügt (ZADD), und was zu viel ist, abgeschnitten.</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>Refused calls of each subject, a counter: limit:{id}:refused</source>
        <translation>Wie oft jeder abgewiesen wurde, ein Zähler: limit:{id}:refused</translation>
    </message>
    <message>
        <source>The time over which the limiter counts</source>
        <translation>Die Zeit, über die gezählt wird</translation>
    </message>
    <message>
        <source>Rate limit</source>
        <translation>Ratenbegrenzung</translation>
    </message>
    <message>
        <source>Rate limits</source>
        <translation>Ratenbegrenzungen</translation>
    </message>
    <message>
        <source>Prune %1 outside…</source>
        <translation>%1 außerhalb entfernen…</translation>
    </message>
    <message>
        <source>No entry is older than the window.</source>
        <translation>Kein Eintrag ist älter als das Zeitfenster.</translation>
    </message>
    <message>
        <source>Leases, each a string with its holder&apos;s token: lock:{id}</source>
        <translation>Sperren auf Zeit, jede eine Zeichenkette mit dem Zeichen ihres Inhabers: lock:{id}</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>Sperre</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Leases: who holds what, and for how long</source>
        <translation>Sperren auf Zeit: wer was hält, und wie lange</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Caches</source>
        <translation>Caches</translation>
    </message>
    <message>
        <source>String keys by a pattern, and when they expire</source>
        <translation>Zeichenketten nach einem Muster, und wann sie ablaufen</translation>
    </message>
    <message>
        <source>The entries that consumer groups read and acknowledge</source>
        <translation>Die Einträge, die Gruppen von Verbrauchern lesen und bestätigen</translation>
    </message>
    <message>
        <source>The only consumer group to watch; all of them if not set</source>
        <translation>Die eine Verbrauchergruppe, die beobachtet wird; ohne Angabe alle</translation>
    </message>
    <message>
        <source>A pending entry that was delivered longer ago than this is stale</source>
        <translation>Ein Eintrag, der vor längerer Zeit zugestellt und nicht bestätigt wurde, ist verwaist</translation>
    </message>
    <message>
        <source>A pending entry that was delivered more often than this is poison</source>
        <translation>Ein Eintrag, der öfter zugestellt wurde, ohne bestätigt zu werden, ist Gift</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Strom</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>Ströme</translation>
    </message>
    <message>
        <source>Entries that consumer groups read and acknowledge</source>
        <translation>Einträge, die Gruppen von Verbrauchern lesen und bestätigen</translation>
    </message>
    <message>
        <source>Claim…</source>
        <translation>Übernehmen…</translation>
    </message>
    <message>
        <source>Claim all…</source>
        <translation>Alle übernehmen…</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Release all…</source>
        <translation>Alle freigeben…</translation>
    </message>
    <message>
        <source>Acknowledge…</source>
        <translation>Bestätigen…</translation>
    </message>
    <message>
        <source>Acknowledge all…</source>
        <translation>Alle bestätigen…</translation>
    </message>
    <message>
        <source>Add again…</source>
        <translation>Neu anfügen…</translation>
    </message>
    <message>
        <source>Add all again…</source>
        <translation>Alle neu anfügen…</translation>
    </message>
    <message>
        <source>stale from</source>
        <translation>verwaist ab</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>Nothing is pending</source>
        <translation>Nichts ist offen</translation>
    </message>
    <message>
        <source>An entry is pending from when a consumer gets it (XREADGROUP) until it acknowledges it (XACK).</source>
        <translation>Ein Eintrag ist offen, sobald ein Verbraucher ihn bekommt (XREADGROUP), bis er ihn bestätigt (XACK).</translation>
    </message>
    <message>
        <source>No entry is stale</source>
        <translation>Kein Eintrag ist verwaist</translation>
    </message>
    <message>
        <source>A pending entry turns stale when its consumer dies or hangs: it was delivered longer ago than staleAfter.</source>
        <translation>Ein offener Eintrag verwaist, wenn sein Verbraucher stirbt oder stecken bleibt: Seine Zustellung ist länger her als staleAfter.</translation>
    </message>
    <message>
        <source>poison</source>
        <translation>Gift</translation>
    </message>
    <message>
        <source>No entry is poison</source>
        <translation>Kein Eintrag ist Gift</translation>
    </message>
    <message>
        <source>An entry that was delivered more often than maxDeliveries and never acknowledged makes every consumer fail.</source>
        <translation>Ein Eintrag, der öfter als maxDeliveries zugestellt und nie bestätigt wurde, bringt jeden zu Fall, der ihn bekommt.</translation>
    </message>
    <message>
        <source>entries, newest first</source>
        <translation>Einträge, neueste zuerst</translation>
    </message>
    <message>
        <source>No entry here</source>
        <translation>Hier ist kein Eintrag</translation>
    </message>
    <message>
        <source>entries, oldest first</source>
        <translation>Einträge, älteste zuerst</translation>
    </message>
    <message>
        <source>dead letters</source>
        <translation>Dead Letters</translation>
    </message>
    <message>
        <source>No entry is stale now: no consumer is overdue.</source>
        <translation>Zurzeit ist kein Eintrag verwaist: Kein Verbraucher ist überfällig.</translation>
    </message>
    <message>
        <source>No entry was delivered too often.</source>
        <translation>Kein Eintrag wurde zu oft zugestellt.</translation>
    </message>
    <message>
        <source>Claim %1 stale</source>
        <translation>%1 verwaiste übernehmen</translation>
    </message>
    <message>
        <source>Release all stale…</source>
        <translation>Alle verwaisten freigeben…</translation>
    </message>
    <message>
        <source>Add all poison again…</source>
        <translation>Alles Gift neu anfügen…</translation>
    </message>
    <message>
        <source>Acknowledge all poison…</source>
        <translation>Alles Gift bestätigen…</translation>
    </message>
    <message>
        <source>Clean up…</source>
        <translation>Aufräumen…</translation>
    </message>
    <message>
        <source>Clean up all…</source>
        <translation>Alle aufräumen…</translation>
    </message>
    <message>
        <source>expires</source>
        <translation>läuft ab</translation>
    </message>
    <message>
        <source>all, by when they expire</source>
        <translation>alle, nach ihrem Ablauf</translation>
    </message>
    <message>
        <source>Nothing is in the index</source>
        <translation>Im Index ist nichts</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>abgelaufen</translation>
    </message>
    <message>
        <source>Nothing has expired</source>
        <translation>Nichts ist abgelaufen</translation>
    </message>
    <message>
        <source>Clean up %1 expired…</source>
        <translation>%1 abgelaufene aufräumen…</translation>
    </message>
    <message>
        <source>Nothing has expired now.</source>
        <translation>Jetzt ist nichts abgelaufen.</translation>
    </message>
    <message>
        <source>Set expiry of the index…</source>
        <translation>Ablaufzeit des Index setzen…</translation>
    </message>
    <message>
        <source>The latest items, in a list or in a sorted set by time: recent:{id}</source>
        <translation>Die letzten Dinge, in einer Liste oder in einem Sorted Set nach der Zeit: recent:{id}</translation>
    </message>
    <message>
        <source>The toolbar&apos;s filter accepts an id or a time to start at, such as 2026-11-23T12:00, or text to search for in all fields.</source>
        <translation>Der Filter in der Werkzeugleiste nimmt eine ID oder eine Zeit, bei der begonnen wird, etwa 2026-11-23T12:00, oder einen Text, nach dem alle Felder durchsucht werden.</translation>
    </message>
    <message>
        <source>Trim to best…</source>
        <translation>Auf die Besten kürzen…</translation>
    </message>
    <message>
        <source>Cache keys, as a SCAN pattern: cache:page:*</source>
        <translation>Schlüssel des Caches, als Muster für SCAN: cache:page:*</translation>
    </message>
    <message>
        <source>The key that a worker keeps while it has the job</source>
        <translation>Der Schlüssel, den ein Worker hält, solange er den Job hat</translation>
    </message>
    <message>
        <source>The key whose size is the number of jobs in processing</source>
        <translation>Der Schlüssel, dessen Größe die Zahl der Jobs in Arbeit ist</translation>
    </message>
    <message>
        <source>Claim %1 released</source>
        <translation>%1 freigegebene übernehmen</translation>
    </message>
    <message>
        <source>How many periods are watched, including the current one</source>
        <translation>So viele Zeiträume werden beobachtet, der laufende eingeschlossen</translation>
    </message>
    <message>
        <source>How long a bucket is kept: the expiry that is set where one is missing</source>
        <translation>So lange wird ein Bucket aufbewahrt: die Ablaufzeit, auf die eine fehlende gesetzt wird</translation>
    </message>
    <message>
        <source>A sorted set of expiring entries, by expiry time</source>
        <translation>Was abläuft, nach der Zeit, zu der es das tut, in einem Sorted Set</translation>
    </message>
    <message>
        <source>The key to clean up with an entry; {id} stands for the entry</source>
        <translation>Der Schlüssel, der mit einem Eintrag aufzuräumen ist, mit {id}, wo der Eintrag steht</translation>
    </message>
    <message>
        <source>Dead letters: jobs that failed for good</source>
        <translation>Dead Letters: Jobs, die aufgegeben wurden</translation>
    </message>
    <message>
        <source>The record of one job; {id} stands for its id</source>
        <translation>Der Datensatz eines Jobs, mit {id} an der Stelle seiner ID</translation>
    </message>
    <message>
        <source>Attempts before a job is dead-lettered</source>
        <translation>Nach so vielen Versuchen kommt ein Job zu den Dead Letters</translation>
    </message>
    <message>
        <source>Who is connected: one or more sets</source>
        <translation>Wer verbunden ist: ein Set oder mehrere</translation>
    </message>
    <message>
        <source>Last heartbeats: a sorted set by time</source>
        <translation>Wer wann gesehen wurde: ein Sorted Set nach der Zeit des letzten Heartbeats</translation>
    </message>
    <message>
        <source>Seen within this time counts as active</source>
        <translation>Wer in dieser Zeit gesehen wurde, ist aktiv</translation>
    </message>
    <message>
        <source>A band starves when no job was taken from it for this long while others were served</source>
        <translation>Ein Band verhungert, wenn so lange keiner daraus geholt wurde, aus anderen aber schon</translation>
    </message>
    <message>
        <source>The calls of each subject, by time: limit:{id}</source>
        <translation>Wofür jeder Teilnehmer eingelassen wurde, nach Zeit: limit:{id}</translation>
    </message>
    <message>
        <source>Calls allowed per window</source>
        <translation>Erlaubte Aufrufe im Zeitfenster</translation>
    </message>
    <message>
        <source>Calls per subject, over a sliding window</source>
        <translation>Wer wie oft eingelassen wurde, in einem gleitenden Zeitfenster</translation>
    </message>
    <message>
        <source>A stream for dead-lettered entries</source>
        <translation>Ein Strom für aufgegebene Einträge</translation>
    </message>
    <message>
        <source>The application adds what expires here, with its expiry time (ZADD).</source>
        <translation>Wer etwas schreibt, das abläuft, trägt es hier mit seiner Zeit ein (ZADD).</translation>
    </message>
    <message>
        <source>Expired entries stay here until they are cleaned up.</source>
        <translation>Was abgelaufen ist, bleibt hier, bis jemand es aufräumt.</translation>
    </message>
    <message>
        <source>Producers push jobs here; workers have taken them all.</source>
        <translation>Producer legen Jobs hier ab; die Worker haben alle genommen.</translation>
    </message>
    <message>
        <source>Retries with backoff and jobs for later wait here until they are due.</source>
        <translation>Wiederholungen mit Wartezeit und Jobs für später stehen hier, nach ihrer Fälligkeit.</translation>
    </message>
    <message>
        <source>A delayed job is due once its time has come and it still waits here.</source>
        <translation>Ein aufgeschobener Job ist fällig, wenn seine Zeit gekommen ist und ihn noch niemand weitergereicht hat.</translation>
    </message>
    <message>
        <source>A job that uses up its attempts (maxAttempts) ends up here, for someone to look at.</source>
        <translation>Ein Job, der so oft scheitert, wie er darf (maxAttempts), endet hier, damit ein Mensch ihn ansieht.</translation>
    </message>
    <message>
        <source>This board is empty</source>
        <translation>Niemand steht auf dieser Rangliste</translation>
    </message>
    <message>
        <source>activity changes with every heartbeat: only rows of a page can be selected</source>
        <translation>wer jetzt aktiv ist, ändert sich mit jedem Heartbeat: nur Zeilen einer Seite können gewählt werden</translation>
    </message>
    <message>
        <source>No one has been seen yet</source>
        <translation>Noch wurde niemand gesehen</translation>
    </message>
    <message>
        <source>No one is active</source>
        <translation>Niemand ist aktiv</translation>
    </message>
    <message>
        <source>No one is inactive</source>
        <translation>Niemand ist inaktiv</translation>
    </message>
    <message>
        <source>Members last seen before the window stay here until they are pruned.</source>
        <translation>Wer gesehen wurde, aber vor längerer Zeit als dem Zeitfenster, steht hier, bis bereinigt wird.</translation>
    </message>
    <message>
        <source>No one is connected</source>
        <translation>Niemand ist verbunden</translation>
    </message>
    <message>
        <source>No one has been seen yet.</source>
        <translation>Noch wurde niemand gesehen.</translation>
    </message>
    <message>
        <source>Workers have taken them all.</source>
        <translation>Worker haben alle geholt, die es gab.</translation>
    </message>
    <message>
        <source>Next to be taken</source>
        <translation>Die als Nächste geholt werden</translation>
    </message>
    <message>
        <source>Dead-lettered entries are added to the dead stream.</source>
        <translation>Aufgegebene Einträge kommen in den Strom der Dead Letters.</translation>
    </message>
    <message>
        <source>Dead-letter %1 poison…</source>
        <translation>%1 Gift zu den Dead Letters…</translation>
    </message>
    <message>
        <source>Release all stale of all groups…</source>
        <translation>Alle verwaisten aller Gruppen freigeben…</translation>
    </message>
    <message>
        <source>Which jobs are stale is not known</source>
        <translation>Welche Jobs verwaist sind, ist nicht bekannt</translation>
    </message>
    <message>
        <source>Some of these jobs do not say since when a worker has them, or have not been looked at: “processing” lists all.</source>
        <translation>Einige dieser Jobs sagen nicht, seit wann ein Worker sie hat, oder wurden noch nicht angesehen: „in Arbeit“ zeigt alle.</translation>
    </message>
</context>
<context>
    <name>lab</name>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Who asks the origin?</source>
        <translation>Wer fragt die Quelle?</translation>
    </message>
    <message>
        <source>calls of the origin too many</source>
        <translation>Aufrufe der Quelle zu viel</translation>
    </message>
    <message>
        <source>longest read, ms</source>
        <translation>längstes Lesen, ms</translation>
    </message>
    <message>
        <source>calls in the busiest 100 ms</source>
        <translation>Aufrufe in den vollsten 100 ms</translation>
    </message>
    <message>
        <source>calls of the origin</source>
        <translation>Aufrufe der Quelle</translation>
    </message>
    <message>
        <source>Deduplication</source>
        <translation>Deduplizierung</translation>
    </message>
    <message>
        <source>Has it been seen before?</source>
        <translation>Wurde es schon gesehen?</translation>
    </message>
    <message>
        <source>repeats taken as new</source>
        <translation>Wiederholungen als neu genommen</translation>
    </message>
    <message>
        <source>events marked but never processed</source>
        <translation>Ereignisse vermerkt und nie bearbeitet</translation>
    </message>
    <message>
        <source>Delayed jobs</source>
        <translation>Verzögerte Jobs</translation>
    </message>
    <message>
        <source>Whose timer is it?</source>
        <translation>Wem gehört der Wecker?</translation>
    </message>
    <message>
        <source>claims too many</source>
        <translation>Übernahmen zu viel</translation>
    </message>
    <message>
        <source>jobs lost</source>
        <translation>verlorene Jobs</translation>
    </message>
    <message>
        <source>jobs handled again</source>
        <translation>erneut bearbeitete Jobs</translation>
    </message>
    <message>
        <source>Deadlines</source>
        <translation>Fristen</translation>
    </message>
    <message>
        <source>Who notices?</source>
        <translation>Wer bemerkt es?</translation>
    </message>
    <message>
        <source>overdue, and still open</source>
        <translation>überfällig und noch offen</translation>
    </message>
    <message>
        <source>longest from deadline to closing, ms</source>
        <translation>am längsten von der Frist bis zum Schließen, ms</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Leaderboard</source>
        <translation>Bestenliste</translation>
    </message>
    <message>
        <source>Which key takes the writes?</source>
        <translation>Welcher Schlüssel nimmt die Schreibvorgänge auf?</translation>
    </message>
    <message>
        <source>points lost</source>
        <translation>verlorene Punkte</translation>
    </message>
    <message>
        <source>wrong places in the top ten</source>
        <translation>falsche Plätze unter den ersten zehn</translation>
    </message>
    <message>
        <source>share of writes on the busiest key</source>
        <translation>Anteil der Schreibvorgänge auf dem vollsten Schlüssel</translation>
    </message>
    <message>
        <source>keys read per view</source>
        <translation>gelesene Schlüssel je Ansicht</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>Sperre</translation>
    </message>
    <message>
        <source>Whose lock did you release?</source>
        <translation>Wessen Sperre wurde freigegeben?</translation>
    </message>
    <message>
        <source>locks of others released</source>
        <translation>freigegebene Sperren anderer</translation>
    </message>
    <message>
        <source>writes after a successor&apos;s</source>
        <translation>Schreibvorgänge nach denen eines Nachfolgers</translation>
    </message>
    <message>
        <source>two at work at once</source>
        <translation>zwei gleichzeitig bei der Arbeit</translation>
    </message>
    <message>
        <source>Presence</source>
        <translation>Anwesenheit</translation>
    </message>
    <message>
        <source>Who is really here?</source>
        <translation>Wer ist wirklich da?</translation>
    </message>
    <message>
        <source>shown, but long gone</source>
        <translation>angezeigt und längst weg</translation>
    </message>
    <message>
        <source>shown, but just gone</source>
        <translation>angezeigt und eben erst weg</translation>
    </message>
    <message>
        <source>here, but not shown</source>
        <translation>da und nicht angezeigt</translation>
    </message>
    <message>
        <source>commands sent</source>
        <translation>gesendete Befehle</translation>
    </message>
    <message>
        <source>Priority queue</source>
        <translation>Prioritätswarteschlange</translation>
    </message>
    <message>
        <source>Does the lowest band get its turn?</source>
        <translation>Kommt das unterste Band an die Reihe?</translation>
    </message>
    <message>
        <source>jobs that overtook a waiting one</source>
        <translation>Jobs, die einen wartenden überholt haben</translation>
    </message>
    <message>
        <source>taken before an older one of their band</source>
        <translation>vor einem älteren ihres Bandes genommen</translation>
    </message>
    <message>
        <source>longest wait of a low job, ms</source>
        <translation>längstes Warten eines niedrigen Jobs, ms</translation>
    </message>
    <message>
        <source>Work queue</source>
        <translation>Arbeitswarteschlange</translation>
    </message>
    <message>
        <source>Does a job survive its worker?</source>
        <translation>Überlebt ein Job seinen Worker?</translation>
    </message>
    <message>
        <source>Rate limit</source>
        <translation>Ratenbegrenzung</translation>
    </message>
    <message>
        <source>How many got in?</source>
        <translation>Wie viele kamen hinein?</translation>
    </message>
    <message>
        <source>let in over the limit</source>
        <translation>über der Schranke eingelassen</translation>
    </message>
    <message>
        <source>most in one window</source>
        <translation>die meisten in einem Fenster</translation>
    </message>
    <message>
        <source>Recent items</source>
        <translation>Neueste Dinge</translation>
    </message>
    <message>
        <source>Is the bound a bound?</source>
        <translation>Ist die Schranke eine Schranke?</translation>
    </message>
    <message>
        <source>reads over the bound</source>
        <translation>Lesevorgänge über der Schranke</translation>
    </message>
    <message>
        <source>longest list that was read</source>
        <translation>längste gelesene Liste</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>Who takes over from the dead?</source>
        <translation>Wer übernimmt von den Toten?</translation>
    </message>
    <message>
        <source>entries stuck</source>
        <translation>hängende Einträge</translation>
    </message>
    <message>
        <source>innocent dead letters</source>
        <translation>unschuldige Dead Letters</translation>
    </message>
    <message>
        <source>entries handled again</source>
        <translation>erneut bearbeitete Einträge</translation>
    </message>
    <message>
        <source>dead letters</source>
        <translation>Dead Letters</translation>
    </message>
    <message>
        <source>names of dead consumers</source>
        <translation>Namen toter Konsumenten</translation>
    </message>
    <message>
        <source>Take with RPOP</source>
        <translation>Mit RPOP nehmen</translation>
    </message>
    <message>
        <source>Lease, finish, and a reaper</source>
        <translation>Frist, Abschluss und ein Aufräumer</translation>
    </message>
    <message>
        <source>On the left a worker dies with its job in hand. Nobody else knows of it: it is lost.</source>
        <translation>Links stirbt ein Worker mit seinem Job in der Hand. Niemand sonst weiß davon: Er ist verloren.</translation>
    </message>
    <message>
        <source>The reaper finds what is overdue and gives it back. Nothing is lost.</source>
        <translation>Der Aufräumer findet, was überfällig ist, und gibt es zurück. Nichts geht verloren.</translation>
    </message>
    <message>
        <source>Read what is due, then remove</source>
        <translation>Fälliges lesen, dann entfernen</translation>
    </message>
    <message>
        <source>Claim in one script</source>
        <translation>In einem Skript übernehmen</translation>
    </message>
    <message>
        <source>Twenty jobs fall due every 50 ms on both sides.</source>
        <translation>Auf beiden Seiten werden alle 50 ms zwanzig Jobs fällig.</translation>
    </message>
    <message>
        <source>On the left all clients read the same ten before the first has removed one.</source>
        <translation>Links lesen alle Clients dieselben zehn, bevor der erste einen entfernt hat.</translation>
    </message>
    <message>
        <source>Each of them works: a job runs about five times.</source>
        <translation>Jeder von ihnen arbeitet: Ein Job läuft etwa fünfmal.</translation>
    </message>
    <message>
        <source>On the right one script reads and takes: one owner, with a deadline.</source>
        <translation>Rechts liest und nimmt ein einziges Skript: ein Besitzer, mit einer Frist.</translation>
    </message>
    <message>
        <source>The band as the score</source>
        <translation>Das Band als Wertung</translation>
    </message>
    <message>
        <source>Arrival plus a head start</source>
        <translation>Ankunft plus ein Vorsprung</translation>
    </message>
    <message>
        <source>Top customers send the next job as soon as one is done: the top is always full.</source>
        <translation>Die obersten Kunden schicken den nächsten Job, sobald einer erledigt ist: Oben ist immer voll.</translation>
    </message>
    <message>
        <source>On the left the low band is never served.</source>
        <translation>Links wird das untere Band nie bedient.</translation>
    </message>
    <message>
        <source>Its longest wait grows by a second every second.</source>
        <translation>Sein längstes Warten wächst jede Sekunde um eine Sekunde.</translation>
    </message>
    <message>
        <source>On the right a low job is served after its head start of 0.3 s.</source>
        <translation>Rechts wird ein niedriger Job nach dem Vorsprung von 0,3 s bedient.</translation>
    </message>
    <message>
        <source>Count, then add</source>
        <translation>Zählen, dann hinzufügen</translation>
    </message>
    <message>
        <source>Count and add in one script</source>
        <translation>In einem Skript zählen und hinzufügen</translation>
    </message>
    <message>
        <source>All of them get in: over the limit.</source>
        <translation>Alle kommen hinein: über der Schranke.</translation>
    </message>
    <message>
        <source>On the right nothing comes between count and add: never one too many.</source>
        <translation>Rechts kommt nichts zwischen Zählen und Hinzufügen: nie einer zu viel.</translation>
    </message>
    <message>
        <source>SADD, then PEXPIRE</source>
        <translation>SADD, dann PEXPIRE</translation>
    </message>
    <message>
        <source>Three buckets in one script</source>
        <translation>Drei Buckets in einem Skript</translation>
    </message>
    <message>
        <source>Events come, and three of ten come again within 100 ms.</source>
        <translation>Ereignisse kommen, und drei von zehn kommen innerhalb von 100 ms noch einmal.</translation>
    </message>
    <message>
        <source>At the edge of a period repeats pass as new.</source>
        <translation>Am Rand einer Periode gehen Wiederholungen als neu durch.</translation>
    </message>
    <message>
        <source>On the right one script looks at three buckets, adds, and sets the expiry.</source>
        <translation>Rechts sieht ein Skript in drei Buckets, fügt hinzu und setzt den Ablauf.</translation>
    </message>
    <message>
        <source>LPUSH, LTRIM, EXPIRE</source>
        <translation>LPUSH, LTRIM, EXPIRE</translation>
    </message>
    <message>
        <source>The same in one script</source>
        <translation>Dasselbe in einem Skript</translation>
    </message>
    <message>
        <source>On the left the reader sees more than fifty, again and again.</source>
        <translation>Links sieht der Leser immer wieder mehr als fünfzig.</translation>
    </message>
    <message>
        <source>A client dies after the push: a visitor&apos;s list never expires.</source>
        <translation>Ein Client stirbt nach dem Hinzufügen: Die Liste eines Besuchers läuft nie ab.</translation>
    </message>
    <message>
        <source>On the right every read is within the bound.</source>
        <translation>Rechts liegt jedes Lesen innerhalb der Schranke.</translation>
    </message>
    <message>
        <source>SADD and SREM</source>
        <translation>SADD und SREM</translation>
    </message>
    <message>
        <source>Beats with the server&apos;s time</source>
        <translation>Lebenszeichen mit der Zeit des Servers</translation>
    </message>
    <message>
        <source>Two hundred people come and go.</source>
        <translation>Zweihundert Leute kommen und gehen.</translation>
    </message>
    <message>
        <source>One in five vanishes without a goodbye.</source>
        <translation>Jeder fünfte verschwindet ohne Abschied.</translation>
    </message>
    <message>
        <source>On the left they stay: ghosts add up.</source>
        <translation>Links bleiben sie: Geister sammeln sich an.</translation>
    </message>
    <message>
        <source>On the right each fades within 0.4 s.</source>
        <translation>Rechts verblasst jeder innerhalb von 0,4 s.</translation>
    </message>
    <message>
        <source>Read, add, write</source>
        <translation>Lesen, addieren, schreiben</translation>
    </message>
    <message>
        <source>ZINCRBY on eight shards</source>
        <translation>ZINCRBY auf acht Shards</translation>
    </message>
    <message>
        <source>Five hundred players score, some much more than others.</source>
        <translation>Fünfhundert Spieler punkten, manche viel öfter als andere.</translation>
    </message>
    <message>
        <source>On the left every write goes to one key: one slot, one core.</source>
        <translation>Links geht jeder Schreibvorgang auf einen Schlüssel: ein Slot, ein Kern.</translation>
    </message>
    <message>
        <source>On the right ZINCRBY loses nothing, and eight keys share the writes.</source>
        <translation>Rechts verliert ZINCRBY nichts, und acht Schlüssel teilen sich die Schreibvorgänge.</translation>
    </message>
    <message>
        <source>Read only new entries</source>
        <translation>Nur neue Einträge lesen</translation>
    </message>
    <message>
        <source>Claim first, then read</source>
        <translation>Erst übernehmen, dann lesen</translation>
    </message>
    <message>
        <source>Entries flow to a group of consumers.</source>
        <translation>Einträge fließen zu einer Gruppe von Konsumenten.</translation>
    </message>
    <message>
        <source>A consumer dies; its entry stays pending under its name.</source>
        <translation>Ein Konsument stirbt; sein Eintrag bleibt unter seinem Namen offen.</translation>
    </message>
    <message>
        <source>On the left nobody ever asks for it: stuck grows.</source>
        <translation>Links fragt nie jemand danach: Die hängenden werden mehr.</translation>
    </message>
    <message>
        <source>On the right it is claimed when it has been idle for 0.3 s.</source>
        <translation>Rechts wird er übernommen, wenn er 0,3 s geruht hat.</translation>
    </message>
    <message>
        <source>GET, and if mine DEL</source>
        <translation>GET und, wenn meine, DEL</translation>
    </message>
    <message>
        <source>Compare and delete, with a fence</source>
        <translation>Vergleichen und löschen, mit einem Zaun</translation>
    </message>
    <message>
        <source>A lock is held for 20 ms at the most: the lease.</source>
        <translation>Eine Sperre wird höchstens 20 ms gehalten: die Frist.</translation>
    </message>
    <message>
        <source>On the left a client pauses between GET and DEL.</source>
        <translation>Links hält ein Client zwischen GET und DEL inne.</translation>
    </message>
    <message>
        <source>Its lease has run out: the DEL frees the lock of its successor.</source>
        <translation>Seine Frist ist abgelaufen: Das DEL gibt die Sperre seines Nachfolgers frei.</translation>
    </message>
    <message>
        <source>On the right comparing and deleting is one step.</source>
        <translation>Rechts sind Vergleichen und Löschen ein Schritt.</translation>
    </message>
    <message>
        <source>Two are at work at once on both sides: only the fence number protects what is written.</source>
        <translation>Zwei gleichzeitig bei der Arbeit gibt es auf beiden Seiten: Nur die Zaunnummer schützt, was geschrieben wird.</translation>
    </message>
    <message>
        <source>GET, fetch, SET</source>
        <translation>GET, holen, SET</translation>
    </message>
    <message>
        <source>One fetches, the others wait</source>
        <translation>Einer holt, die anderen warten</translation>
    </message>
    <message>
        <source>Forty values, all filled at the same moment.</source>
        <translation>Vierzig Werte, alle im selben Augenblick gefüllt.</translation>
    </message>
    <message>
        <source>On the left all of them expire together.</source>
        <translation>Links laufen alle zugleich ab.</translation>
    </message>
    <message>
        <source>Follow expired events</source>
        <translation>Ablaufereignissen folgen</translation>
    </message>
    <message>
        <source>An index by deadline</source>
        <translation>Ein Verzeichnis nach Fristen</translation>
    </message>
    <message>
        <source>Drafts are written, each with a deadline.</source>
        <translation>Entwürfe werden geschrieben, jeder mit einer Frist.</translation>
    </message>
    <message>
        <source>About once a second the follower restarts.</source>
        <translation>Etwa einmal in der Sekunde startet der Zuhörer neu.</translation>
    </message>
    <message>
        <source>On the right the cleaner finds it in the index and catches up.</source>
        <translation>Rechts findet es der Aufräumer im Verzeichnis und holt auf.</translation>
    </message>
    <message>
        <source>warm</source>
        <translation>warm</translation>
    </message>
    <message>
        <source>guarded</source>
        <translation>bewacht</translation>
    </message>
    <message>
        <source>calls now</source>
        <translation>Aufrufe jetzt</translation>
    </message>
    <message>
        <source>events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>taken as new</source>
        <translation>als neu genommen</translation>
    </message>
    <message>
        <source>buckets</source>
        <translation>Buckets</translation>
    </message>
    <message>
        <source>at work</source>
        <translation>bei der Arbeit</translation>
    </message>
    <message>
        <source>really here</source>
        <translation>wirklich da</translation>
    </message>
    <message>
        <source>top waiting</source>
        <translation>oben wartend</translation>
    </message>
    <message>
        <source>low waiting</source>
        <translation>unten wartend</translation>
    </message>
    <message>
        <source>taken</source>
        <translation>genommen</translation>
    </message>
    <message>
        <source>pushed</source>
        <translation>eingefügt</translation>
    </message>
    <message>
        <source>lists</source>
        <translation>Listen</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>unbestätigt</translation>
    </message>
    <message>
        <source>client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>A pop trusts the worker to live.</source>
        <translation>Ein Pop verlässt sich darauf, dass der Worker lebt.</translation>
    </message>
    <message>
        <source>Eight saw it, eight ran it.</source>
        <translation>Acht sahen ihn, acht führten ihn aus.</translation>
    </message>
    <message>
        <source>The left side reads the reply of ZREM now: the repeats end. What a dying worker removed stays lost.</source>
        <translation>Links wird die Antwort von ZREM jetzt gelesen: die Wiederholungen enden. Was ein sterbender Worker entfernt hat, bleibt verloren.</translation>
    </message>
    <message>
        <source>reads ZREM&apos;s reply</source>
        <translation>liest die Antwort von ZREM</translation>
    </message>
    <message>
        <source>Priority without time is a queue some never leave.</source>
        <translation>Priorität ohne Zeit ist eine Queue, aus der manche nie herauskommen.</translation>
    </message>
    <message>
        <source>head start</source>
        <translation>Vorsprung</translation>
    </message>
    <message>
        <source>Between count and add there is room for eight.</source>
        <translation>Zwischen Zählen und Einfügen ist Platz für acht.</translation>
    </message>
    <message>
        <source>time as the member</source>
        <translation>Zeit als Element</translation>
    </message>
    <message>
        <source>It tidies up, unless it dies in the wrong millisecond.</source>
        <translation>Es räumt auf, außer es stirbt in der falschen Millisekunde.</translation>
    </message>
    <message>
        <source>Fifty for the writer is not fifty for the reader.</source>
        <translation>Fünfzig für den Schreiber sind nicht fünfzig für den Leser.</translation>
    </message>
    <message>
        <source>Sixteen clients now: worse on the left, and nothing changes on the right.</source>
        <translation>Jetzt sechzehn Clients: links schlimmer, und rechts ändert sich nichts.</translation>
    </message>
    <message>
        <source>Nobody says goodbye when the power fails.</source>
        <translation>Niemand verabschiedet sich, wenn der Strom ausfällt.</translation>
    </message>
    <message>
        <source>One board is one key, one slot, one core.</source>
        <translation>Eine Rangliste ist ein Key, ein Slot, ein Kern.</translation>
    </message>
    <message>
        <source>ZINCRBY on one board</source>
        <translation>ZINCRBY auf eine Rangliste</translation>
    </message>
    <message>
        <source>Pending is not a plan.</source>
        <translation>Unbestätigt ist kein Plan.</translation>
    </message>
    <message>
        <source>claims ten at a time</source>
        <translation>holt zehn auf einmal</translation>
    </message>
    <message>
        <source>The lock you delete may no longer be yours.</source>
        <translation>Das Lock, das Sie löschen, ist vielleicht nicht mehr Ihres.</translation>
    </message>
    <message>
        <source>DEL without GET</source>
        <translation>DEL ohne GET</translation>
    </message>
    <message>
        <source>Forty keys, one birthday.</source>
        <translation>Vierzig Keys, ein Geburtstag.</translation>
    </message>
    <message>
        <source>SET NX, no second look</source>
        <translation>SET NX, kein zweiter Blick</translation>
    </message>
    <message>
        <source>guard</source>
        <translation>Wache</translation>
    </message>
    <message>
        <source>A TTL forgets. It does not tell.</source>
        <translation>Eine TTL vergisst. Sie sagt nichts.</translation>
    </message>
    <message>
        <source>done but never recorded</source>
        <translation>erledigt, aber nie vermerkt</translation>
    </message>
    <message>
        <source>Jobs start flowing. Both sides get the same jobs, and the same attempts crash.</source>
        <translation>Die ersten Jobs kommen. Beide Seiten bekommen dieselben Jobs, und dieselben Versuche stürzen ab.</translation>
    </message>
    <message>
        <source>No slow motion: the fault is in the order of the scores, not between two commands</source>
        <translation>Keine Zeitlupe: Der Fehler liegt in der Reihenfolge der Werte, nicht zwischen zwei Befehlen</translation>
    </message>
    <message>
        <source>buckets that stay forever</source>
        <translation>Buckets, die für immer bleiben</translation>
    </message>
    <message>
        <source>lists that stay forever</source>
        <translation>Listen, die für immer bleiben</translation>
    </message>
    <message>
        <source>A client dies between the two commands: its bucket stays forever.</source>
        <translation>Ein Client stirbt zwischen den beiden Befehlen: Sein Bucket bleibt für immer.</translation>
    </message>
    <message>
        <source>A client that reads before another has written loses the other&apos;s points.</source>
        <translation>Wer liest, bevor ein anderer geschrieben hat, verliert dessen Punkte.</translation>
    </message>
    <message>
        <source>Every miss asks the origin, again and again for the same value.</source>
        <translation>Jeder, der nichts findet, fragt die Quelle, immer wieder nach demselben Wert.</translation>
    </message>
    <message>
        <source>On the left, what fell due in the meantime stays open forever.</source>
        <translation>Links bleibt, was inzwischen fällig wurde, für immer offen.</translation>
    </message>
    <message>
        <source>No slow motion: the server decides when it announces an expired key</source>
        <translation>Keine Zeitlupe: Der Server entscheidet, wann er einen abgelaufenen Schlüssel meldet</translation>
    </message>
    <message>
        <source>in hand</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>On the right the job is still in processing, with the time until when it may be kept.</source>
        <translation>Rechts liegt der Job noch in processing, mit der Zeit, bis wann er behalten werden darf.</translation>
    </message>
    <message>
        <source>The cost: a job whose worker dies after the work is worked again. Make the work idempotent.</source>
        <translation>Die Kosten: Ein Job, dessen Worker nach der Arbeit stirbt, wird noch einmal bearbeitet. Die Arbeit muss idempotent sein.</translation>
    </message>
    <message>
        <source>The head start is a second now: it is for you to say how long the low ones may wait.</source>
        <translation>Der Vorsprung ist jetzt eine Sekunde: Sie entscheiden, wie lange die unteren warten dürfen.</translation>
    </message>
    <message>
        <source>Twenty may pass in half a second, each of four subjects.</source>
        <translation>Zwanzig dürfen je halbe Sekunde hinein, bei jedem von vier Subjekten.</translation>
    </message>
    <message>
        <source>On the left a place falls free, and several count nineteen.</source>
        <translation>Links wird ein Platz frei, und mehrere zählen neunzehn.</translation>
    </message>
    <message>
        <source>The right side takes the time as the member now. It is atomic and still wrong: who comes in the same millisecond counts as one.</source>
        <translation>Rechts ist das Element jetzt die Zeit. Das ist atomar und doch falsch: Wer in derselben Millisekunde kommt, zählt als einer.</translation>
    </message>
    <message>
        <source>Swallowed on both sides: marked, and the client died before the work.</source>
        <translation>Verschluckt auf beiden Seiten: vermerkt, und der Client starb vor der Arbeit.</translation>
    </message>
    <message>
        <source>Things are pushed; each list keeps the newest fifty.</source>
        <translation>Dinge kommen hinzu; jede Liste behält die neuesten fünfzig.</translation>
    </message>
    <message>
        <source>The cost: more than five times the commands, and who is slow flickers.</source>
        <translation>Die Kosten: mehr als fünfmal so viele Befehle, und wer langsam ist, flackert.</translation>
    </message>
    <message>
        <source>No slow motion: people come and go with time, nothing happens between two commands</source>
        <translation>Keine Zeitlupe: Personen kommen und gehen mit der Zeit, zwischen zwei Befehlen geschieht nichts</translation>
    </message>
    <message>
        <source>The merged top ten equals the truth. ZINCRBY cures the points, shards the heat.</source>
        <translation>Die zusammengeführten ersten zehn stimmen mit der Wahrheit überein. ZINCRBY heilt die Punkte, Shards die Hitze.</translation>
    </message>
    <message>
        <source>An entry that kills whoever takes it ends among the dead letters after three deliveries.</source>
        <translation>Ein Eintrag, der jeden umbringt, der ihn nimmt, endet nach drei Zustellungen bei den Dead Letters.</translation>
    </message>
    <message>
        <source>On the right one asks, the others wait for it, and lives differ by chance.</source>
        <translation>Rechts fragt einer, die anderen warten darauf, und die Lebensdauern sind zufällig verschieden.</translation>
    </message>
    <message>
        <source>The cost: when the one who asks dies, the others wait for the end of its guard.</source>
        <translation>Die Kosten: Stirbt der Fragende, warten die anderen auf das Ende seiner Wache.</translation>
    </message>
    <message>
        <source>Even who is always there hears late: the event comes when the server meets the key.</source>
        <translation>Auch wer immer da ist, erfährt es spät: Das Ereignis kommt, wenn der Server auf den Schlüssel trifft.</translation>
    </message>
</context>
<context>
    <name>marks</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>cleared after %1</source>
        <translation>vorbei nach %1</translation>
    </message>
    <message>
        <source>emptied</source>
        <translation>geleert</translation>
    </message>
    <message>
        <source>failover</source>
        <translation>Failover</translation>
    </message>
    <message>
        <source>flushed</source>
        <translation>alles gelöscht</translation>
    </message>
    <message>
        <source>%1 before, %2 after</source>
        <translation>%1 vorher, %2 nachher</translation>
    </message>
    <message>
        <source>%1; restored from the save of %2</source>
        <translation>%1; wiederhergestellt von der Sicherung von %2</translation>
    </message>
    <message>
        <source>restarted</source>
        <translation>neu gestartet</translation>
    </message>
    <message>
        <source>cleared after %1, at worst %2</source>
        <translation>vorbei nach %1, im schlimmsten Fall %2</translation>
    </message>
</context>
<context>
    <name>moment</name>
    <message>
        <source>not recorded then</source>
        <translation>damals nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>ddd d MMM, HH:mm:ss</source>
        <extracomment>A past moment: weekday, day and month, time; as QLocale::toString() takes it.</extracomment>
        <translation>ddd d. MMM, HH:mm:ss</translation>
    </message>
    <message>
        <source>ddd d MMM yyyy, HH:mm:ss</source>
        <translation>ddd d. MMM yyyy, HH:mm:ss</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>states by today&apos;s limits</source>
        <translation>Zustände nach den Grenzwerten von heute</translation>
    </message>
    <message>
        <source>limits that differ today: %1</source>
        <translation>andere Grenzwerte als heute: %1</translation>
    </message>
    <message>
        <source>limits of that time, as far as they were kept</source>
        <translation>Grenzwerte von damals, soweit aufgezeichnet</translation>
    </message>
    <message>
        <source>same limits as today</source>
        <translation>Grenzwerte wie heute</translation>
    </message>
    <message>
        <source>Judged by the limits of that time, which differ today: %1.</source>
        <translation>Beurteilt nach den Grenzwerten von damals, die heute andere sind: %1.</translation>
    </message>
    <message>
        <source>The limits of that time were not kept; judged by today&apos;s: %1.</source>
        <translation>Welche Grenzwerte damals galten, wurde nicht aufgezeichnet; beurteilt nach denen von heute: %1.</translation>
    </message>
    <message>
        <source>States are by the limits of that time, which are the same today.</source>
        <translation>Die Zustände gelten nach den Grenzwerten von damals; es sind die von heute.</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>not recorded: recording began %1</source>
        <translation>nicht aufgezeichnet: die Aufzeichnung begann %1</translation>
    </message>
</context>
<context>
    <name>offers</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>nothing can be done to all of them at once</source>
        <translation>mit allen zugleich kann nichts getan werden</translation>
    </message>
    <message>
        <source>Requeue all %1…</source>
        <translation>Alle „%1“ wieder einreihen…</translation>
    </message>
    <message>
        <source>Discard all %1…</source>
        <translation>Alle „%1“ verwerfen…</translation>
    </message>
    <message>
        <source>Run all %1 now…</source>
        <translation>Alle „%1“ jetzt ausführen…</translation>
    </message>
    <message>
        <source>The %1 selected rows are in several states. Select rows of one state to act on them.</source>
        <translation>Die %1 ausgewählten Zeilen haben verschiedene Zustände. Zeilen eines einzigen Zustands auswählen, um etwas mit ihnen zu tun.</translation>
    </message>
    <message>
        <source>The entry is no longer in the stream: it can only be acknowledged.</source>
        <translation>Der Eintrag ist nicht mehr im Stream: Er kann nur noch bestätigt werden.</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries are no longer in the stream: they can only be acknowledged.</source>
        <translation>
            <numerusform>%1 Eintrag ist nicht mehr im Stream: Er kann nur noch bestätigt werden.</numerusform>
            <numerusform>%1 Einträge sind nicht mehr im Stream: Sie können nur noch bestätigt werden.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>operations</name>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>matched</source>
        <translation>betroffen</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>undo</source>
        <translation>rückgängig</translation>
    </message>
    <message>
        <source>%1 of “%2”</source>
        <translation>%1 von „%2“</translation>
    </message>
    <message>
        <source>Requeue</source>
        <translation>Neu einreihen</translation>
    </message>
    <message>
        <source>Requeue %1</source>
        <translation>%1 neu einreihen</translation>
    </message>
    <message>
        <source>Requeue dead letters</source>
        <translation>Dead Letters neu einreihen</translation>
    </message>
    <message>
        <source>Dead-letter</source>
        <translation>Zu den Dead Letters</translation>
    </message>
    <message>
        <source>Dead-letter %1</source>
        <translation>%1 zu den Dead Letters</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Discard %1</source>
        <translation>%1 verwerfen</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <source>Run %1 now</source>
        <translation>%1 jetzt ausführen</translation>
    </message>
    <message>
        <source>They become ready now, before their time: workers can take them at once.</source>
        <translation>Sie warten nicht auf ihre Zeit: Worker können sie sofort nehmen.</translation>
    </message>
    <message>
        <source>They are due and become ready now: workers can take them at once.</source>
        <translation>Sie sind fällig und werden jetzt bereit: Worker können sie sofort nehmen.</translation>
    </message>
    <message>
        <source>They become ready now, also those that are not due yet: workers can take them at once.</source>
        <translation>Sie werden jetzt bereit, auch die noch nicht fälligen: Worker können sie sofort nehmen.</translation>
    </message>
    <message>
        <source>Postpone</source>
        <translation>Zeit verschieben</translation>
    </message>
    <message>
        <source>Postpone %1</source>
        <translation>Zeit von %1 verschieben</translation>
    </message>
    <message>
        <source>They become due later; an overdue job is postponed from now.</source>
        <translation>Ihre Zeit wird nach hinten verschoben; bei einem überfälligen Job ab jetzt.</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verlegen</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>%1 verlegen</translation>
    </message>
    <message>
        <source>Trim</source>
        <translation>Kürzen</translation>
    </message>
    <message>
        <source>Trim %1</source>
        <translation>%1 abschneiden</translation>
    </message>
    <message>
        <source>Prune</source>
        <translation>Bereinigen</translation>
    </message>
    <message>
        <source>Prune %1</source>
        <translation>%1 bereinigen</translation>
    </message>
    <message>
        <source>They are removed from the last heartbeats and the connected members. A member that shows up again is added again.</source>
        <translation>Sie werden aus den Gesehenen und den Verbundenen entfernt. Wer sich wieder zeigt, ist wieder da.</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>They become members of the set; existing members are skipped.</source>
        <translation>Sie werden Mitglieder des Sets; vorhandene Mitglieder werden übersprungen.</translation>
    </message>
    <message>
        <source>Set expiry</source>
        <translation>Ablaufzeit setzen</translation>
    </message>
    <message>
        <source>Set expiry of %1</source>
        <translation>Ablaufzeit von %1 setzen</translation>
    </message>
    <message>
        <source>Purge</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Purge %1</source>
        <translation>%1 herausnehmen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig machen</translation>
    </message>
    <message>
        <source>Put back %1</source>
        <translation>%1 zurücklegen</translation>
    </message>
    <message>
        <source>1 stale job</source>
        <translation>1 verwaisten Job</translation>
    </message>
    <message numerus="yes">
        <source>%1 stale jobs</source>
        <translation>
            <numerusform>%1 verwaisten Job</numerusform>
            <numerusform>%1 verwaiste Jobs</numerusform>
        </translation>
    </message>
    <message>
        <source>1 dead letter</source>
        <translation>1 Dead Letter</translation>
    </message>
    <message numerus="yes">
        <source>%1 dead letters</source>
        <translation>
            <numerusform>%1 Dead Letter</numerusform>
            <numerusform>%1 Dead Letters</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Requeue %1, dead-letter %2</source>
        <translation>%1 neu einreihen, %2 zu den Dead Letters</translation>
    </message>
    <message>
        <source>%1, those with “%2”</source>
        <translation>%1, jene mit „%2“</translation>
    </message>
    <message>
        <source>%1, those without an error</source>
        <translation>%1, jene ohne Fehler</translation>
    </message>
    <message>
        <source>%1, “%2”</source>
        <translation>%1, „%2“</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>partial</source>
        <translation>teilweise</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>rückgängig gemacht</translation>
    </message>
    <message>
        <source>1 key</source>
        <translation>1 Schlüssel</translation>
    </message>
    <message numerus="yes">
        <source>%1 keys</source>
        <translation>
            <numerusform>%1 Schlüssel</numerusform>
            <numerusform>%1 Schlüssel</numerusform>
        </translation>
    </message>
    <message>
        <source>1 job</source>
        <translation>1 Job</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 Job</numerusform>
            <numerusform>%1 Jobs</numerusform>
        </translation>
    </message>
    <message>
        <source>1 member</source>
        <translation>1 Mitglied</translation>
    </message>
    <message numerus="yes">
        <source>%1 members</source>
        <translation>
            <numerusform>%1 Mitglied</numerusform>
            <numerusform>%1 Mitglieder</numerusform>
        </translation>
    </message>
    <message>
        <source>1 element</source>
        <translation>1 Element</translation>
    </message>
    <message numerus="yes">
        <source>%1 elements</source>
        <translation>
            <numerusform>%1 Element</numerusform>
            <numerusform>%1 Elemente</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Their attempts go up by one.</source>
        <translation>Ihre Versuche steigen um eins.</translation>
    </message>
    <message>
        <source>They keep the attempts they have had.</source>
        <translation>Sie behalten die Versuche, die sie hatten.</translation>
    </message>
    <message>
        <source>They start again with no attempts used up.</source>
        <translation>Sie beginnen neu, ohne verbrauchte Versuche.</translation>
    </message>
    <message>
        <source>Cannot be undone: nothing of it is kept.</source>
        <translation>Kann nicht rückgängig gemacht werden: nichts davon ist aufbewahrt.</translation>
    </message>
    <message>
        <source>Can be undone until %1.</source>
        <translation>Kann bis %1 rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>1 key, one script for each batch</source>
        <translation>1 Schlüssel, ein Skript je Stapel</translation>
    </message>
    <message numerus="yes">
        <source>%1 keys, all on one server, one script for each batch</source>
        <translation>
            <numerusform>%1 Schlüssel, ein Skript je Stapel</numerusform>
            <numerusform>%1 Schlüssel, alle auf einem Server, ein Skript je Stapel</numerusform>
        </translation>
    </message>
    <message>
        <source>No job is stale</source>
        <translation>Kein Job ist verwaist</translation>
    </message>
    <message>
        <source>No dead letter to requeue</source>
        <translation>Kein Dead Letter, der neu eingereiht werden kann</translation>
    </message>
    <message>
        <source>No job is waiting for its time</source>
        <translation>Kein Job wartet auf seine Zeit</translation>
    </message>
    <message>
        <source>Nothing to trim</source>
        <translation>Nichts abzuschneiden</translation>
    </message>
    <message>
        <source>Nothing is left to put back</source>
        <translation>Nichts ist mehr zurückzulegen</translation>
    </message>
    <message>
        <source>Nothing here matches any more</source>
        <translation>Hier passt nichts mehr</translation>
    </message>
    <message>
        <source>A job turns stale when its worker dies or hangs: its deadline passes, or it is in processing for longer than staleAfter. The stale ones have been finished or requeued.</source>
        <translation>Ein Job verwaist, wenn sein Worker stirbt oder hängt: seine Frist verstreicht, oder er ist länger als staleAfter in Arbeit. Jene, die verwaist waren, wurden beendet oder zurückgenommen.</translation>
    </message>
    <message>
        <source>The collection is already within that: there is nothing to cut.</source>
        <translation>Die Sammlung ist schon in diesem Rahmen: es gibt nichts abzuschneiden.</translation>
    </message>
    <message>
        <source>Everything this operation moved or removed has been put back, or was given up.</source>
        <translation>Alles, was diese Operation verschoben oder entfernt hat, wurde zurückgelegt oder aufgegeben.</translation>
    </message>
    <message>
        <source>%1: taken by workers or changed since</source>
        <translation>%1: inzwischen von Workern geholt oder geändert</translation>
    </message>
    <message>
        <source>%1: already members</source>
        <translation>%1: waren schon Mitglieder</translation>
    </message>
    <message>
        <source>%1: taken by others before the operation reached them</source>
        <translation>%1: von anderen genommen, bevor es so weit war</translation>
    </message>
    <message>
        <source>%1: gone, or no longer as shown, when the operation reached them</source>
        <translation>%1: nicht mehr da oder nicht mehr wie gezeigt, als es so weit war</translation>
    </message>
    <message>
        <source>to dead letters %1</source>
        <translation>%1 zu den Dead Letters gebracht</translation>
    </message>
    <message>
        <source>requeued %1</source>
        <translation>%1 neu eingereiht</translation>
    </message>
    <message>
        <source>discarded %1</source>
        <translation>%1 verworfen</translation>
    </message>
    <message>
        <source>set to run %1</source>
        <translation>%1 zur Ausführung freigegeben</translation>
    </message>
    <message>
        <source>postponed %1</source>
        <translation>Zeit von %1 verschoben</translation>
    </message>
    <message>
        <source>trimmed %1</source>
        <translation>%1 abgeschnitten</translation>
    </message>
    <message>
        <source>purged %1</source>
        <translation>%1 herausgenommen</translation>
    </message>
    <message>
        <source>removed %1</source>
        <translation>%1 entfernt</translation>
    </message>
    <message>
        <source>moved %1</source>
        <translation>%1 verlegt</translation>
    </message>
    <message>
        <source>%1 put back</source>
        <translation>%1 zurückgelegt</translation>
    </message>
    <message>
        <source>%1 added</source>
        <translation>%1 hinzugefügt</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation>%1 geändert</translation>
    </message>
    <message>
        <source>%1 moved</source>
        <translation>%1 verschoben</translation>
    </message>
    <message>
        <source>%1 to dead letters</source>
        <translation>%1 zu den Dead Letters</translation>
    </message>
    <message>
        <source>%1 removed</source>
        <translation>%1 entfernt</translation>
    </message>
    <message>
        <source>%1 skipped</source>
        <translation>%1 übersprungen</translation>
    </message>
    <message>
        <source>nothing was changed</source>
        <translation>nichts wurde geändert</translation>
    </message>
    <message>
        <source>job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>stale for</source>
        <translation>verwaist seit</translation>
    </message>
    <message>
        <source>due</source>
        <translation>fällig</translation>
    </message>
    <message>
        <source>age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>goes to</source>
        <translation>kommt zu</translation>
    </message>
    <message>
        <source>the archive</source>
        <translation>dem Archiv</translation>
    </message>
    <message>
        <source>nowhere</source>
        <translation>nirgendwohin</translation>
    </message>
    <message>
        <source>1 older operation can no longer be undone: its archive was over 30 days or 1 GiB.</source>
        <translation>1 ältere Operation kann nicht mehr rückgängig gemacht werden: ihr Archiv war über 30 Tage alt oder über 1 GiB groß.</translation>
    </message>
    <message>
        <source>Everything is back, but not all in its old place in the list: %1.</source>
        <translation>Alles ist zurück, aber nicht alles an seinem Platz in der Liste: %1.</translation>
    </message>
    <message>
        <source>This removes the archive of %1 older operation (over 30 days, or over %2 in all), which can then no longer be undone.</source>
        <translation>Das entfernt das Archiv von %1 älteren Operation, über 30 Tage alt oder insgesamt über %2: danach kann sie nicht mehr rückgängig gemacht werden.</translation>
    </message>
    <message numerus="yes">
        <source>This removes the archive of %1 older operations (over 30 days, or over %2 in all), which can then no longer be undone.</source>
        <translation>
            <numerusform>Das entfernt das Archiv von %1 älteren Operation, über 30 Tage alt oder insgesamt über %2: danach kann sie nicht mehr rückgängig gemacht werden.</numerusform>
            <numerusform>Das entfernt das Archiv von %1 älteren Operationen, über 30 Tage alt oder insgesamt über %2: danach können sie nicht mehr rückgängig gemacht werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its archive takes about %1, more than the limit of %2: it can be undone for a day, then until the next operation.</source>
        <translation>Es braucht etwa %1 Archiv, mehr als die aufbewahrten %2: es kann einen Tag lang rückgängig gemacht werden, danach bis zur nächsten Operation.</translation>
    </message>
    <message>
        <source>%1: 1 was added since the preview and stays</source>
        <translation>%1: 1 kam seit der Vorschau hinzu und bleibt</translation>
    </message>
    <message>
        <source>As many elements of %1 are removed as were counted. Elements added among them meanwhile may be removed in place of some.</source>
        <translation>Aus %1 werden so viele Elemente entfernt, wie gezählt wurden. Was inzwischen dazwischenkommt, kann an Stelle von anderen entfernt werden.</translation>
    </message>
    <message>
        <source>Jobs that have used up their attempts go to the dead letters instead; with this many jobs, their number is only known afterwards.</source>
        <translation>Jobs, die ihre Versuche verbraucht haben, kommen stattdessen zu den Dead Letters; bei so vielen Jobs ist ihre Zahl erst hinterher bekannt.</translation>
    </message>
    <message>
        <source>When its memory is full, this server may evict keys (maxmemory-policy %1), including the escrow of what an operation has in flight%2.</source>
        <translation>Dieser Server kann bei vollem Speicher Schlüssel verdrängen (maxmemory-policy %1), auch den Zwischenspeicher, in dem eine Operation hält, was unterwegs ist%2.</translation>
    </message>
    <message>
        <source>The old expiry of 1 key has passed and would delete it, so that key is left as it is.</source>
        <translation>Die Ablaufzeit, die 1 der Schlüssel hatte, ist vorbei: sie würde ihn löschen, also bleibt er, wie er ist.</translation>
    </message>
    <message>
        <source>%1: the rest was put back, but others changed the list meanwhile: some elements may be a few places off.</source>
        <translation>%1: was bleibt, wurde zurückgelegt, aber dort haben andere gearbeitet: es kann einige Plätze von seinem alten entfernt sein.</translation>
    </message>
    <message>
        <source>%1: some elements that stay are nearer to an end than before.</source>
        <translation>%1: einiges von dem, was bleibt, ist näher an einem Ende als vorher.</translation>
    </message>
    <message>
        <source>%1 was left as it is: its old expiry has passed and would have deleted it.</source>
        <translation>%1 blieb, wie es war: die Zeit, zu der es ablaufen sollte, ist vorbei, und es wäre gelöscht worden.</translation>
    </message>
    <message>
        <source>%1 holds data that this version cannot read; it is left as it is</source>
        <translation>%1 enthält, was diese Version nicht lesen kann; es bleibt, wie es ist</translation>
    </message>
    <message>
        <source>the reply to a batch, or what the batch left on the server, is not as expected</source>
        <translation>die Antwort auf einen Stapel, oder was er auf dem Server hinterließ, ist nicht, was sie sein soll</translation>
    </message>
    <message>
        <source>%1 is a different server now, or came back without its data; the operation stops here</source>
        <translation>%1 ist jetzt ein anderer Server oder kam ohne seine Daten zurück; die Operation hält an, wo sie war</translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation>die Verbindung ging verloren</translation>
    </message>
    <message>
        <source>a batch was answered with a number</source>
        <translation>als Antwort auf einen Stapel kam eine Zahl</translation>
    </message>
    <message>
        <source>the answer to a batch cannot be read</source>
        <translation>die Antwort auf einen Stapel ist nicht lesbar</translation>
    </message>
    <message>
        <source>a batch was sent %1 times without a usable answer (%2)</source>
        <translation>ein Stapel wurde %1-mal gesendet, ohne eine brauchbare Antwort (%2)</translation>
    </message>
    <message>
        <source>the server was asked %1 times without a usable answer (%2)</source>
        <translation>der Server wurde %1-mal gefragt, ohne eine brauchbare Antwort (%2)</translation>
    </message>
    <message>
        <source>%1: the newest element of the preview is gone, or too many were added since, so it is no longer as shown; %2 of %3 removed, preview again</source>
        <translation>%1: das neueste Element der Vorschau ist weg, oder seither kam zu viel hinzu: was jetzt dort ist, wurde nicht gezeigt; %2 von %3 entfernt, bitte neu ansehen</translation>
    </message>
    <message>
        <source>%1: an element that was not shown is in front of the rest; %2 of %3 removed, preview again</source>
        <translation>%1: ein Element, das nicht gezeigt wurde, liegt vor dem Rest; %2 von %3 entfernt, bitte neu ansehen</translation>
    </message>
    <message>
        <source>%1 has become shorter</source>
        <translation>%1 ist kürzer geworden</translation>
    </message>
    <message>
        <source>stopped before anything was changed</source>
        <translation>angehalten, bevor etwas geändert wurde</translation>
    </message>
    <message>
        <source>SSCAN did not answer with a page</source>
        <translation>SSCAN hat mit etwas anderem als einer Seite geantwortet</translation>
    </message>
    <message>
        <source>%1 holds no list, set or sorted set</source>
        <translation>%1 enthält weder Liste noch Set noch Sorted Set</translation>
    </message>
    <message>
        <source>%1: the data folder cannot be created; choose another with --data-dir</source>
        <translation>%1: der Datenordner kann nicht angelegt werden; mit --data-dir einen anderen nennen</translation>
    </message>
    <message>
        <source>the journal cannot be opened</source>
        <translation>das Journal kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>the journal cannot be read</source>
        <translation>das Journal kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>%1: written by a newer Plimsoll (layout %2, this one knows %3)</source>
        <translation>%1: von einem neueren Plimsoll geschrieben (Aufbau %2, dieses kennt %3)</translation>
    </message>
    <message>
        <source>%1: cannot be locked</source>
        <translation>%1: kann nicht gesperrt werden</translation>
    </message>
    <message>
        <source>%1: no such operation; `plimsoll operations` lists them</source>
        <translation>%1: keine solche Operation; `plimsoll operations` listet sie auf</translation>
    </message>
    <message>
        <source>%1 is being undone elsewhere; look again</source>
        <translation>%1 wird gerade anderswo rückgängig gemacht; bitte neu ansehen</translation>
    </message>
    <message>
        <source>%1: the disk has %2 MiB free, the archive may need %3 MiB; free some space, choose another folder with --data-dir, or trim without undo (--no-archive)</source>
        <translation>%1: auf der Platte sind %2 MiB frei, das Archiv braucht vielleicht %3 MiB; Platz schaffen, mit --data-dir einen anderen Ordner nennen oder beim Kürzen mit --no-archive auf das Rückgängigmachen verzichten</translation>
    </message>
    <message>
        <source>%1: the journal cannot be written (%2)</source>
        <translation>%1: das Journal kann nicht geschrieben werden (%2)</translation>
    </message>
    <message>
        <source>; the disk is full: free some space, or choose another folder with --data-dir</source>
        <translation>; die Platte ist voll: Platz schaffen oder mit --data-dir einen anderen Ordner nennen</translation>
    </message>
    <message>
        <source>%1 is older than Redis 7, so a script cannot check what its user may do, and this user may not check beforehand either (MULTI and DISCARD); nothing was changed</source>
        <translation>%1 ist älter als Redis 7, wo ein Skript nicht fragen kann, was sein Benutzer darf, und dieser Benutzer darf auch nicht vorher fragen (MULTI und DISCARD); nichts wurde geändert</translation>
    </message>
    <message>
        <source> (%1); nothing was changed</source>
        <translation> (%1); nichts wurde geändert</translation>
    </message>
    <message>
        <source>The server&apos;s ACL does not allow this user %1</source>
        <translation>Die ACL des Servers erlaubt diesem Benutzer nicht: %1</translation>
    </message>
    <message>
        <source>one of the keys %1</source>
        <translation>einen der Schlüssel %1</translation>
    </message>
    <message>
        <source>%1 has no bound to cut to; set bound.keep or bound.maxAge, or say how much to keep</source>
        <translation>%1 hat keine Schranke, auf die gekürzt werden kann; bound.keep oder bound.maxAge angeben oder sagen, wie viel bleiben soll</translation>
    </message>
    <message>
        <source>%1: %2 has no order to cut by</source>
        <translation>%1: %2 hat keine Reihenfolge, nach der gekürzt werden kann</translation>
    </message>
    <message>
        <source>trim takes exactly one of --keep N, --older-than DURATION and --to-bound</source>
        <translation>trim braucht genau eines von --keep N, --older-than DURATION und --to-bound</translation>
    </message>
    <message>
        <source>%1: a set has no order, so there is nothing to trim by</source>
        <translation>%1: ein Set hat keine Reihenfolge, also nichts, wonach gekürzt werden kann</translation>
    </message>
    <message>
        <source>%1: scores of a leaderboard are not times; use --keep N</source>
        <translation>%1: die Scores einer Rangliste sind keine Zeiten; --keep N benutzen</translation>
    </message>
    <message>
        <source>pruning needs a time since members were last seen</source>
        <translation>zum Bereinigen muss feststehen, wie lange jemand nicht mehr gesehen wurde</translation>
    </message>
    <message>
        <source>%1: members can be added to one set, without shards</source>
        <translation>%1: Mitglieder können nur einem einzigen Set ohne Shards hinzugefügt werden</translation>
    </message>
    <message>
        <source>an expiry must be in the future; a past one would delete the collection</source>
        <translation>eine Ablaufzeit muss in der Zukunft liegen; sie würde die Sammlung löschen</translation>
    </message>
    <message>
        <source>%1 has neither a ready list nor a delayed set to put jobs on</source>
        <translation>%1 hat weder eine Liste bereiter noch ein Set aufgeschobener Jobs, wohin Jobs kommen könnten</translation>
    </message>
    <message>
        <source>%1 does not say when a job is stale; set options.staleAfter or give --older-than</source>
        <translation>%1 sagt nicht, wann ein Job verwaist ist; options.staleAfter setzen oder --older-than angeben</translation>
    </message>
    <message>
        <source>%1 has no dead key</source>
        <translation>%1 hat keinen Schlüssel dead</translation>
    </message>
    <message>
        <source>postponing needs a duration</source>
        <translation>zum Verschieben der Zeit wird eine Dauer gebraucht</translation>
    </message>
    <message>
        <source>%1 has no dead key to put jobs on</source>
        <translation>%1 hat keinen Schlüssel dead, wohin Jobs kommen könnten</translation>
    </message>
    <message>
        <source>no tier of %1 has that key</source>
        <translation>%1 hat keine Stufe mit diesem Schlüssel</translation>
    </message>
    <message>
        <source>%1 has no %2 key</source>
        <translation>%1 hat keinen Schlüssel %2</translation>
    </message>
    <message>
        <source>, and the collection itself</source>
        <translation>, und die Sammlung selbst</translation>
    </message>
    <message>
        <source>undo is planned from the journal</source>
        <translation>Rückgängigmachen wird aus dem Journal geplant</translation>
    </message>
    <message>
        <source>The key&apos;s old expiry has passed; it gets none.</source>
        <translation>Die Ablaufzeit, die der Schlüssel hatte, ist vorbei; er bekommt keine.</translation>
    </message>
    <message>
        <source>%1 has already been undone</source>
        <translation>%1 ist schon rückgängig gemacht</translation>
    </message>
    <message>
        <source>%1 cannot be undone: nothing of it is kept</source>
        <translation>%1 kann nicht rückgängig gemacht werden: nichts davon ist aufbewahrt</translation>
    </message>
    <message>
        <source>cut off after %1 of %2</source>
        <translation>abgeschnitten nach %1 von %2</translation>
    </message>
    <message>
        <source>; the outcome of up to %1 more is not recorded, because the server no longer has their escrows (expired, evicted or flushed), and cannot be undone</source>
        <translation>; was aus bis zu %1 weiteren wurde, ist nicht aufgezeichnet, weil der Server ihre Zwischenspeicher nicht mehr hat (abgelaufen, verdrängt oder gelöscht), und kann nicht rückgängig gemacht werden</translation>
    </message>
    <message>
        <source>; whether up to %1 more were touched is unknown, because the server may have lost their escrow (expired, evicted or flushed)</source>
        <translation>; ob bis zu %1 weitere berührt wurden, ist nicht bekannt, weil der Server ihren Zwischenspeicher verloren haben kann (abgelaufen, verdrängt oder gelöscht)</translation>
    </message>
    <message>
        <source>; the others are recorded</source>
        <translation>; die anderen sind aufgezeichnet</translation>
    </message>
    <message>
        <source>; what it did is recorded</source>
        <translation>; was sie getan hat, ist aufgezeichnet</translation>
    </message>
    <message>
        <source> and can be undone</source>
        <translation> und kann rückgängig gemacht werden</translation>
    </message>
    <message>
        <source>operation %1 is already closed, or still running elsewhere</source>
        <translation>die Operation %1 ist schon abgeschlossen oder läuft noch anderswo</translation>
    </message>
    <message>
        <source>given up after %1 of %2: %3</source>
        <translation>aufgegeben nach %1 von %2: %3</translation>
    </message>
    <message>
        <source>; anything done but not recorded is kept on that server for 7 days, in %1 and the keys numbered after it</source>
        <translation>; was getan und nicht aufgezeichnet ist, bleibt 7 Tage auf jenem Server, in %1 und den Nummern danach</translation>
    </message>
    <message>
        <source>operation %1 ran on another server (%2), or that server came back without its data</source>
        <translation>die Operation %1 lief auf einem anderen Server (%2), oder der kam ohne seine Daten zurück</translation>
    </message>
    <message>
        <source>; elements put back stay at the old end of their list until the rest is undone</source>
        <translation>; was zurück ist, liegt am alten Ende seiner Liste, bis der Rest rückgängig gemacht ist</translation>
    </message>
    <message>
        <source>%1: others kept changing the list; %2 that are still there were not taken, preview again</source>
        <translation>%1: dort haben die ganze Zeit andere gearbeitet; %2, die noch dort sind, wurden nicht genommen, bitte neu ansehen</translation>
    </message>
    <message>
        <source>escrow, then archive</source>
        <translation>Zwischenspeicher, dann Archiv</translation>
    </message>
    <message>
        <source>
  where its score in %1 is as shown</source>
        <translation>
  wo der Score in %1 wie gezeigt ist</translation>
    </message>
    <message>
        <source>
  job record: attempts + 1</source>
        <translation>
  Job-Datensatz: Versuche + 1</translation>
    </message>
    <message>
        <source>
  job record: attempts = %1</source>
        <translation>
  Job-Datensatz: Versuche = %1</translation>
    </message>
    <message>
        <source>
  job record: attempts as they were</source>
        <translation>
  Job-Datensatz: Versuche, wie sie waren</translation>
    </message>
    <message>
        <source>EVALSHA cut_list  %1: %2 from the %3 end, at least %4 stay</source>
        <translation>EVALSHA cut_list  %1: %2 vom %3 Ende, mindestens %4 bleiben</translation>
    </message>
    <message>
        <source>left</source>
        <translation>linken</translation>
    </message>
    <message>
        <source>right</source>
        <translation>rechten</translation>
    </message>
    <message>
        <source>EVALSHA cut_zset  %1: %2 with scores from %3 to %4, at least %5 stay</source>
        <translation>EVALSHA cut_zset  %1: %2 mit Scores von %3 bis %4, mindestens %5 bleiben</translation>
    </message>
    <message>
        <source>EVALSHA restore  archive → %1: %2</source>
        <translation>EVALSHA restore  Archiv → %1: %2</translation>
    </message>
    <message>
        <source>d MMMM</source>
        <translation>d. MMMM</translation>
    </message>
    <message>
        <source>%1: interrupted while elements were being moved to one end: some that stay may be nearer to an end than before.</source>
        <translation>%1: abgebrochen, während Elemente an einem Ende zusammengebracht wurden: Manches, was bleibt, liegt vielleicht näher an einem Ende als vorher.</translation>
    </message>
    <message>
        <source>server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Also in other keys of the collection: %1 of them.</source>
        <translation>Davon auch in anderen Schlüsseln der Sammlung: %1.</translation>
    </message>
    <message>
        <source>Also removed from %1: %2 of them.</source>
        <translation>Davon auch aus %1 entfernt: %2.</translation>
    </message>
    <message>
        <source>the connection was lost; ask for recovery again</source>
        <translation>die Verbindung ging verloren; die Vervollständigung noch einmal anfordern</translation>
    </message>
    <message>
        <source>; the outcome of the last batch is not yet known: the record is completed as soon as the server can be reached (by command: `plimsoll operations --recover`)</source>
        <translation>; was aus dem letzten Stapel wurde, ist noch nicht bekannt: die Abrechnung wird vervollständigt, sobald der Server zu erreichen ist (als Befehl: `plimsoll operations --recover`)</translation>
    </message>
    <message>
        <source>; the last batch is kept on the server for 7 days, and archived as soon as possible (by command: `plimsoll operations --recover`)</source>
        <translation>; was zuletzt getan wurde, bleibt 7 Tage auf dem Server und wird archiviert, sobald es geht (als Befehl: `plimsoll operations --recover`)</translation>
    </message>
    <message>
        <source>%1 is still open: it is running, or is completed as soon as its server can be reached (by command: `plimsoll operations --recover`)</source>
        <translation>%1 ist noch offen: Es läuft, oder wird vervollständigt, sobald sein Server zu erreichen ist (als Befehl: `plimsoll operations --recover`)</translation>
    </message>
    <message>
        <source>an undo of %1 is open (%2): it is running, or is completed as soon as its server can be reached; then this one can continue (by command: `plimsoll operations --recover`)</source>
        <translation>ein Rückgängigmachen von %1 ist offen (%2): Es läuft, oder wird vervollständigt, sobald sein Server zu erreichen ist, und dann kann es weitergehen (als Befehl: `plimsoll operations --recover`)</translation>
    </message>
    <message>
        <source>%1 was given up, and its server is back: its record is completed first (by command: `plimsoll operations --recover`)</source>
        <translation>%1 wurde aufgegeben, und sein Server ist wieder da: Erst wird die Abrechnung vervollständigt (als Befehl: `plimsoll operations --recover`)</translation>
    </message>
    <message>
        <source>stopped; ask for recovery again</source>
        <translation>angehalten; die Vervollständigung noch einmal anfordern</translation>
    </message>
    <message>
        <source>escrows of operation %1 could not be released; ask for recovery again</source>
        <translation>Zwischenspeicher der Operation %1 konnten nicht freigegeben werden; die Vervollständigung noch einmal anfordern</translation>
    </message>
    <message>
        <source>Change priority</source>
        <translation>Priorität ändern</translation>
    </message>
    <message>
        <source>Change priority of %1</source>
        <translation>Priorität von %1 ändern</translation>
    </message>
    <message>
        <source>changed %1</source>
        <translation>geändert %1</translation>
    </message>
    <message>
        <source>%1 has no band %2</source>
        <translation>%1 hat kein Band %2</translation>
    </message>
    <message>
        <source>score %1</source>
        <translation>Score %1</translation>
    </message>
    <message>
        <source>%1: no other key of its period expires, and options.ttl is not set; say when %2 should expire</source>
        <translation>%1: Kein anderer Schlüssel dieses Zeitraums läuft ab, und options.ttl ist nicht angegeben; es fehlt, in welcher Zeit %2 ablaufen soll</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Release %1</source>
        <translation>%1 freigeben</translation>
    </message>
    <message>
        <source>The lock is deleted if it is still held with the token shown. A newer holder keeps it.</source>
        <translation>Die Sperre wird gelöscht, wenn sie noch mit dem gezeigten Zeichen gehalten wird. Wer sie seither nahm, behält sie.</translation>
    </message>
    <message>
        <source>1 lock</source>
        <translation>1 Sperre</translation>
    </message>
    <message numerus="yes">
        <source>%1 locks</source>
        <translation>
            <numerusform>%1 Sperre</numerusform>
            <numerusform>%1 Sperren</numerusform>
        </translation>
    </message>
    <message>
        <source>release needs the locks, each by key and token</source>
        <translation>Freigeben braucht die Sperren, mit Schlüssel und Zeichen</translation>
    </message>
    <message>
        <source>%1: there is no lock with that token now</source>
        <translation>%1: Es gibt jetzt keine Sperre mit diesem Zeichen</translation>
    </message>
    <message>
        <source>EVALSHA unlock  %1: deleted if it is still %2</source>
        <translation>EVALSHA unlock  %1: gelöscht, wenn noch %2</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>Acknowledge %1</source>
        <translation>%1 bestätigen</translation>
    </message>
    <message>
        <source>Claim</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Claim %1</source>
        <translation>%1 übernehmen</translation>
    </message>
    <message>
        <source>Add again</source>
        <translation>Neu anfügen</translation>
    </message>
    <message>
        <source>Add %1 again</source>
        <translation>%1 neu anfügen</translation>
    </message>
    <message>
        <source>They are added to the dead stream and acknowledged in one step. They stay in the stream itself.</source>
        <translation>Sie kommen in den Strom der Dead Letters und werden bestätigt, beides in einem; im Strom selbst bleiben sie.</translation>
    </message>
    <message>
        <source>1 poison entry</source>
        <translation>1 giftigen Eintrag</translation>
    </message>
    <message numerus="yes">
        <source>%1 poison entries</source>
        <translation>
            <numerusform>%1 giftigen Eintrag</numerusform>
            <numerusform>%1 giftige Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>1 stale entry</source>
        <translation>1 verwaisten Eintrag</translation>
    </message>
    <message numerus="yes">
        <source>%1 stale entries</source>
        <translation>
            <numerusform>%1 verwaisten Eintrag</numerusform>
            <numerusform>%1 verwaiste Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 Eintrag</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries</source>
        <translation>
            <numerusform>%1 Eintrag</numerusform>
            <numerusform>%1 Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>No entry is stale</source>
        <translation>Kein Eintrag ist verwaist</translation>
    </message>
    <message>
        <source>No pending entry matches any more: others have acknowledged or claimed them.</source>
        <translation>Kein offener Eintrag ist, was gemeint war: Was es war, ist bestätigt oder von anderen übernommen.</translation>
    </message>
    <message>
        <source>acknowledged %1</source>
        <translation>bestätigt %1</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>consumer</source>
        <translation>Verbraucher</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>%1 is not a stream</source>
        <translation>%1 ist kein Strom</translation>
    </message>
    <message>
        <source>An entry that is no longer in the stream cannot be pending again; it is skipped.</source>
        <translation>Ein Eintrag, der nicht mehr im Strom ist, kann nicht wieder offen sein; er wird übersprungen.</translation>
    </message>
    <message>
        <source>%1 has no consumer group %2</source>
        <translation>%1 hat keine Verbrauchergruppe %2</translation>
    </message>
    <message>
        <source>%1 does not say how often an entry may be delivered; set options.maxDeliveries, or name entries by their ids</source>
        <translation>%1 sagt nicht, wie oft ein Eintrag zugestellt werden darf; setzen Sie options.maxDeliveries, oder nennen Sie Einträge mit ihrer ID</translation>
    </message>
    <message>
        <source>%1 does not say when an entry is stale; set options.staleAfter or give --older-than</source>
        <translation>%1 sagt nicht, wann ein Eintrag verwaist ist; setzen Sie options.staleAfter, oder geben Sie --older-than an</translation>
    </message>
    <message>
        <source>%1 has no consumer %2 yet: it is created, and its entries wait until a client reads under that name.</source>
        <translation>%1 hat noch keinen Verbraucher %2: Er wird angelegt, und was er bekommt, wartet, bis jemand unter diesem Namen liest.</translation>
    </message>
    <message>
        <source>%1 has no dead stream to add entries to</source>
        <translation>%1 hat keinen Strom der Dead Letters, in den Einträge kommen könnten</translation>
    </message>
    <message>
        <source>%1 is a stream, which has no such operation</source>
        <translation>%1 ist ein Strom, für den es diese Operation nicht gibt</translation>
    </message>
    <message>
        <source>Every group of the stream reads the entries again, even groups that have acknowledged them.</source>
        <translation>Jede Gruppe des Stroms liest, was neu angefügt wird, auch die, die es schon bestätigt haben.</translation>
    </message>
    <message>
        <source>Their idle time stays: a consumer that claims idle entries (XAUTOCLAIM) gets them at once.</source>
        <translation>Sie gelten so lange als untätig wie vorher: Wer übernimmt, was untätig ist (XAUTOCLAIM), bekommt sie sofort.</translation>
    </message>
    <message>
        <source>No group reads %1.</source>
        <translation>Keine Gruppe liest %1.</translation>
    </message>
    <message>
        <source>how many of them it has not read is unknown</source>
        <translation>wie viele davon sie nicht gelesen hat, ist nicht bekannt</translation>
    </message>
    <message>
        <source>%1 of them are unread</source>
        <translation>%1 davon hat sie nicht gelesen</translation>
    </message>
    <message>
        <source>at least %1 are pending there</source>
        <translation>mindestens %1 sind dort offen</translation>
    </message>
    <message>
        <source>%1 are pending there</source>
        <translation>%1 sind dort offen</translation>
    </message>
    <message>
        <source>Group %1: %2, %3.</source>
        <translation>Gruppe %1: %2, %3.</translation>
    </message>
    <message>
        <source>How many of them no group has read is unknown.</source>
        <translation>Wie viele davon keine Gruppe gelesen hat, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>No group has read %1 of them.</source>
        <translation>%1 davon hat keine Gruppe gelesen.</translation>
    </message>
    <message>
        <source>This cannot be undone: an entry cannot go back to its old place in a stream.</source>
        <translation>Das lässt sich nicht rückgängig machen: Ein Strom nimmt keinen Eintrag an seiner alten Stelle zurück.</translation>
    </message>
    <message>
        <source>EVALSHA pending  %1, group %2: %3</source>
        <translation>EVALSHA pending  %1, Gruppe %2: %3</translation>
    </message>
    <message>
        <source>
  XCLAIM to %1, idle 0, delivery count as before</source>
        <translation>
  XCLAIM an %1, untätig 0, so oft zugestellt wie vorher</translation>
    </message>
    <message>
        <source>
  XCLAIM to %1, idle time and delivery count as before</source>
        <translation>
  XCLAIM an %1, untätig und zugestellt wie vorher</translation>
    </message>
    <message>
        <source>, then XACK</source>
        <translation>, dann XACK</translation>
    </message>
    <message>
        <source>EVALSHA pending_back  %1, group %2: %3
  XCLAIM to the previous consumer, idle time and delivery count as before</source>
        <translation>EVALSHA pending_back  %1, Gruppe %2: %3
  XCLAIM an den, der es hatte, untätig und zugestellt wie vorher</translation>
    </message>
    <message>
        <source>, then XDEL of the copy in %1</source>
        <translation>, dann XDEL der Kopie in %1</translation>
    </message>
    <message>
        <source>EVALSHA cut_stream  %1: XTRIM MINID %2 %3, %4 in all</source>
        <translation>EVALSHA cut_stream  %1: XTRIM MINID %2 %3, insgesamt %4</translation>
    </message>
    <message>
        <source>Set last id</source>
        <translation>Letzte ID setzen</translation>
    </message>
    <message>
        <source>Set last id of %1</source>
        <translation>Letzte ID von %1 setzen</translation>
    </message>
    <message>
        <source>Remove consumer</source>
        <translation>Verbraucher entfernen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>Gruppe %1</translation>
    </message>
    <message>
        <source>consumer %1</source>
        <translation>Verbraucher %1</translation>
    </message>
    <message>
        <source>Nothing to set</source>
        <translation>Nichts zu setzen</translation>
    </message>
    <message>
        <source>The group has already read up to there, and no further.</source>
        <translation>Die Gruppe hat schon bis dorthin gelesen und nicht weiter.</translation>
    </message>
    <message>
        <source>No entry is skipped: there is none in between.</source>
        <translation>Kein Eintrag wird übersprungen: dazwischen ist keiner.</translation>
    </message>
    <message>
        <source>1 entry is skipped: this group never gets it.</source>
        <translation>1 Eintrag wird übersprungen: Diese Gruppe bekommt ihn nie.</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries are skipped: this group never gets them.</source>
        <translation>
            <numerusform>%1 Einträge werden übersprungen: Diese Gruppe bekommt sie nie.</numerusform>
            <numerusform>%1 Einträge werden übersprungen: Diese Gruppe bekommt sie nie.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %1 entries are skipped: this group never gets them.</source>
        <translation>
            <numerusform>Mindestens %1 Einträge werden übersprungen: Diese Gruppe bekommt sie nie.</numerusform>
            <numerusform>Mindestens %1 Einträge werden übersprungen: Diese Gruppe bekommt sie nie.</numerusform>
        </translation>
    </message>
    <message>
        <source>No entry is delivered again: there is none in between.</source>
        <translation>Kein Eintrag wird erneut zugestellt: dazwischen ist keiner.</translation>
    </message>
    <message>
        <source>1 entry is delivered again, whether it was acknowledged or not.</source>
        <translation>1 Eintrag wird erneut zugestellt, ob bestätigt oder nicht.</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries are delivered again, whether they were acknowledged or not.</source>
        <translation>
            <numerusform>%1 Einträge werden erneut zugestellt, ob bestätigt oder nicht.</numerusform>
            <numerusform>%1 Einträge werden erneut zugestellt, ob bestätigt oder nicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %1 entries are delivered again, whether they were acknowledged or not.</source>
        <translation>
            <numerusform>Mindestens %1 Einträge werden erneut zugestellt, ob bestätigt oder nicht.</numerusform>
            <numerusform>Mindestens %1 Einträge werden erneut zugestellt, ob bestätigt oder nicht.</numerusform>
        </translation>
    </message>
    <message>
        <source>If the group reads further before this runs, nothing is changed.</source>
        <translation>Liest die Gruppe vorher weiter, wird nichts geändert.</translation>
    </message>
    <message>
        <source>%1 is neither an entry id nor a time such as 2026-11-23T12:00</source>
        <translation>%1 ist weder die ID eines Eintrags noch eine Zeit wie 2026-11-23T12:00</translation>
    </message>
    <message>
        <source>The group has already read up to there.</source>
        <translation>Die Gruppe hat schon bis dorthin gelesen.</translation>
    </message>
    <message>
        <source>the pending entries of %1 must go to another consumer before it can be removed</source>
        <translation>was bei %1 offen ist, muss an einen anderen Verbraucher gehen, bevor er entfernt werden kann</translation>
    </message>
    <message>
        <source>%1 has no consumer %2</source>
        <translation>%1 hat keinen Verbraucher %2</translation>
    </message>
    <message>
        <source>It has no pending entries.</source>
        <translation>Er hat keine offenen Einträge.</translation>
    </message>
    <message>
        <source>Its pending entry goes to %1 first.</source>
        <translation>Der Eintrag, der bei ihm offen ist, geht zuerst an %1.</translation>
    </message>
    <message numerus="yes">
        <source>Its %1 pending entries go to %2 first.</source>
        <translation>
            <numerusform>Die %1 Einträge, die bei ihm offen sind, gehen zuerst an %2.</numerusform>
            <numerusform>Die %1 Einträge, die bei ihm offen sind, gehen zuerst an %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>It is removed only if it has no pending entries left, and comes back as soon as a client reads under its name.</source>
        <translation>Er wird nur entfernt, wenn bei ihm nichts mehr offen ist, und ist wieder da, sobald jemand unter diesem Namen liest.</translation>
    </message>
    <message>
        <source>%1 was left: it has pending entries, which would be lost with it.</source>
        <translation>%1 wurde belassen: Bei ihm ist etwas offen, das mit ihm verloren ginge.</translation>
    </message>
    <message>
        <source>
  XGROUP SETID %1 %2, while it is at %3</source>
        <translation>
  XGROUP SETID %1 %2, solange sie bei %3 ist</translation>
    </message>
    <message>
        <source>Entries among them that are pending (%1 in the group) then belong to the consumer that reads them again.</source>
        <translation>Die davon offen sind (%1 in der Gruppe), gehören dann dem, der sie erneut liest.</translation>
    </message>
    <message>
        <source>Clean up</source>
        <translation>Aufräumen</translation>
    </message>
    <message>
        <source>Clean up %1</source>
        <translation>%1 aufräumen</translation>
    </message>
    <message>
        <source>Nothing has expired</source>
        <translation>Nichts ist abgelaufen</translation>
    </message>
    <message>
        <source>cleaned up %1</source>
        <translation>aufgeräumt %1</translation>
    </message>
    <message>
        <source>The workspace names no target: only the entries are removed.</source>
        <translation>Der Arbeitsbereich nennt kein Ziel: Nur die Einträge werden entfernt.</translation>
    </message>
    <message>
        <source>The key of 1 of them is already gone; its entry is removed.</source>
        <translation>Der Schlüssel von 1 von ihnen ist schon weg; sein Eintrag wird entfernt.</translation>
    </message>
    <message numerus="yes">
        <source>The keys of %1 of them are already gone; their entries are removed.</source>
        <translation>
            <numerusform>Die Schlüssel von %1 von ihnen sind schon weg; ihre Einträge werden entfernt.</numerusform>
            <numerusform>Die Schlüssel von %1 von ihnen sind schon weg; ihre Einträge werden entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Large keys are not compared: anything written to them meanwhile is archived and removed too.</source>
        <translation>Große Schlüssel werden nicht verglichen: Was bis dahin in sie geschrieben wird, geht ebenfalls, ins Archiv.</translation>
    </message>
    <message>
        <source>%1 is not an expiry index</source>
        <translation>%1 ist kein Index dessen, was abläuft</translation>
    </message>
    <message>
        <source>
  with UNLINK of the key of each, as %1, after DUMP into escrow and archive</source>
        <translation>
  mit UNLINK des Schlüssels von jedem, wie %1, nach DUMP in Treuhand und Archiv</translation>
    </message>
    <message>
        <source>EVALSHA clean_back  archive → %1: ZADD NX %2, with RESTORE of their keys</source>
        <translation>EVALSHA clean_back  Archiv → %1: ZADD NX %2, mit RESTORE ihrer Schlüssel</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>%1 bearbeiten</translation>
    </message>
    <message>
        <source>Requeue orphaned jobs</source>
        <translation>Verwaiste Jobs neu einreihen</translation>
    </message>
    <message>
        <source>Their ids go where new jobs arrive, if their records still exist and no key of the collection holds them.</source>
        <translation>Ihre IDs kommen dorthin, wo neue Jobs ankommen, wenn ihre Datensätze dann noch da sind und die Sammlung sie nirgends enthält.</translation>
    </message>
    <message>
        <source>It is then requeued.</source>
        <translation>Danach wird er neu eingereiht.</translation>
    </message>
    <message>
        <source>edited %1</source>
        <translation>bearbeitet %1</translation>
    </message>
    <message>
        <source>the elements of %1 hold more than the id of their job, so it is unknown how to queue a record</source>
        <translation>die Elemente von %1 sagen mehr als die ID ihres Jobs: als was ein Datensatz einzureihen wäre, lässt sich nicht sagen</translation>
    </message>
    <message>
        <source>%1: name the jobs by the ids of their records</source>
        <translation>%1: es muss gesagt werden, welche Jobs gemeint sind, mit den IDs ihrer Datensätze</translation>
    </message>
    <message>
        <source>%1 is not an id by itself</source>
        <translation>%1 ist für sich keine ID</translation>
    </message>
    <message>
        <source>%1 changed since it was shown; look at the job again before you edit it</source>
        <translation>%1 hat sich geändert, seit es gezeigt wurde; vor dem Bearbeiten den Job noch einmal ansehen</translation>
    </message>
    <message>
        <source>more than 1 MiB cannot be edited</source>
        <translation>mehr als 1 MiB lässt sich nicht bearbeiten</translation>
    </message>
    <message>
        <source>this is no longer JSON: %1 in line %2</source>
        <translation>das ist kein JSON, und vorher war es das: %1 in Zeile %2</translation>
    </message>
    <message>
        <source>the edit is of a different element</source>
        <translation>was bearbeitet wird, ist nicht dieses Element</translation>
    </message>
    <message>
        <source>this element is not JSON but the name of its job; another name would be another job</source>
        <translation>dieses Element ist kein JSON: es nennt seinen Job, und ein anderer Name wäre ein anderer Job</translation>
    </message>
    <message>
        <source>this changes the id of the job: %1 would no longer find its record</source>
        <translation>die ID des Jobs wäre dann eine andere: %1 fände seinen Datensatz nicht mehr</translation>
    </message>
    <message>
        <source>%1 already holds that element, and the two would become one</source>
        <translation>%1 enthält dieses Element schon, und aus zweien würde eines</translation>
    </message>
    <message>
        <source>The record is too large to compare as a whole: only this field must be as shown.</source>
        <translation>Der Datensatz ist zu groß, um ihn als Ganzes zu vergleichen: nur dieses Feld muss noch so sein wie gezeigt.</translation>
    </message>
    <message>
        <source>%1 has no job records</source>
        <translation>%1 hat keine Job-Datensätze</translation>
    </message>
    <message>
        <source>it is already queued; editing it is enough</source>
        <translation>er ist schon eingereiht; ihn zu bearbeiten genügt</translation>
    </message>
    <message>
        <source>a worker has it, and it is not stale: edited and requeued, it would be processed twice</source>
        <translation>ein Worker hat ihn, und er ist nicht überfällig: bearbeitet und neu eingereiht würde zweimal an ihm gearbeitet</translation>
    </message>
    <message>
        <source>it is no longer there; nothing was edited</source>
        <translation>er ist nicht mehr da; nichts wurde bearbeitet</translation>
    </message>
    <message>
        <source>an edit needs one job and its new text</source>
        <translation>bearbeitet wird ein einzelner Job, und es muss gesagt werden, was aus ihm wird</translation>
    </message>
    <message>
        <source>%1 has no such key: %2</source>
        <translation>%1 hat keinen solchen Schlüssel: %2</translation>
    </message>
    <message>
        <source>the score of the job has changed since it was shown; look at it again</source>
        <translation>der Job hat einen anderen Score als gezeigt; bitte noch einmal ansehen</translation>
    </message>
    <message>
        <source>the job is no longer where it was shown, or lies more than 50,000 elements from both ends of its list</source>
        <translation>der Job ist nicht mehr dort, wo er gezeigt wurde, oder liegt mehr als 50.000 Elemente von beiden Enden seiner Liste entfernt</translation>
    </message>
    <message>
        <source>it was edited, but not requeued: it is no longer where it was, or was started again</source>
        <translation>er wurde bearbeitet, aber nicht neu eingereiht: er ist nicht mehr, wo er war, oder wurde neu begonnen</translation>
    </message>
    <message>
        <source>, while it is as shown</source>
        <translation>, solange es ist wie gezeigt</translation>
    </message>
    <message>
        <source>EVALSHA adopt  %1: %2, while their records are there and no key of the collection has them</source>
        <translation>EVALSHA adopt  %1: %2, solange ihre Datensätze da sind und kein Schlüssel der Sammlung sie enthält</translation>
    </message>
    <message>
        <source>%1: only the oldest %2, the most that one trim goes through; trim again for the rest.</source>
        <translation>%1: nur die ältesten %2, da nicht mehr auf einmal durchgegangen wird; für den Rest noch einmal kürzen.</translation>
    </message>
    <message>
        <source>no key of %1 holds a job now, so it is unknown how to queue a record</source>
        <translation>kein Schlüssel von %1 enthält jetzt einen Job: ob die Elemente nur IDs sind und als was ein Datensatz einzureihen wäre, ist nicht zu erkennen</translation>
    </message>
    <message>
        <source>%1 has no processing key: a job that a worker has looks like a lost one, and would be processed twice</source>
        <translation>%1 hat keinen Schlüssel für das, was in Arbeit ist: ein Job, den ein Worker hat, ist von einem verlorenen nicht zu unterscheiden und würde zweimal bearbeitet</translation>
    </message>
    <message>
        <source>Left out, because their records say they are finished: %1.</source>
        <translation>Ausgelassen, weil sie laut Datensatz fertig sind: %1.</translation>
    </message>
    <message>
        <source>Left out, because their records say they were created or started less than %1 s ago, so they may be in flight: %2.</source>
        <translation>Ausgelassen, weil sie laut Datensatz vor weniger als %1 s angelegt oder begonnen wurden und unterwegs sein können: %2.</translation>
    </message>
    <message>
        <source>Left out, because their records are gone or cannot be read: %1.</source>
        <translation>Ausgelassen, weil ihre Datensätze weg oder nicht lesbar sind: %1.</translation>
    </message>
    <message>
        <source>Their records hold no time, so it is unknown how long they have been lost: %1.</source>
        <translation>Datensätze ohne Zeit, sodass niemand weiß, wie lange sie schon verloren sind: %1.</translation>
    </message>
    <message>
        <source>Left because the lists have grown too long to search: %1.</source>
        <translation>Gelassen, weil die Listen zu lang geworden sind, um sie durchzusehen: %1.</translation>
    </message>
    <message>
        <source>Left because their key was rewritten, has grown too large, or changed meanwhile: %1.</source>
        <translation>Gelassen, weil ihr Schlüssel inzwischen neu geschrieben wurde, zu groß geworden ist oder sich geändert hat: %1.</translation>
    </message>
    <message>
        <source>the key that %1 stands for is the index %2 itself, which a clean-up would delete; give &quot;target&quot; another template</source>
        <translation>der Schlüssel, für den %1 steht, ist der Index %2 selbst: beim Aufräumen ginge er ganz verloren; &quot;target&quot; braucht eine andere Vorlage</translation>
    </message>
    <message>
        <source>1 is left out: its key takes more than 512 KiB, or has more than 2,500 elements, too much to keep for an undo.</source>
        <translation>1 wird ausgelassen: der Schlüssel belegt mehr als 512 KiB oder hat mehr als 2.500 Elemente, zu viel, um ihn für das Rückgängigmachen aufzuheben.</translation>
    </message>
    <message numerus="yes">
        <source>%1 are left out: their keys take more than 512 KiB each, or have more than 2,500 elements, too much to keep for an undo.</source>
        <translation>
            <numerusform>%1 wird ausgelassen: der Schlüssel belegt mehr als 512 KiB oder hat mehr als 2.500 Elemente, zu viel, um ihn für das Rückgängigmachen aufzuheben.</numerusform>
            <numerusform>%1 werden ausgelassen: ihre Schlüssel belegen je mehr als 512 KiB oder haben mehr als 2.500 Elemente, zu viel, um sie für das Rückgängigmachen aufzuheben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Any consumer of their group that claims idle entries can take them.</source>
        <translation>Sie werden frei für jeden Consumer ihrer Gruppe, der übernimmt, was liegen geblieben ist.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Edit and requeue</source>
        <translation>Bearbeiten und neu einreihen</translation>
    </message>
    <message>
        <source>Edit and requeue %1</source>
        <translation>%1 bearbeiten und neu einreihen</translation>
    </message>
    <message>
        <source>Edit and dead-letter</source>
        <translation>Bearbeiten, zu den Dead Letters</translation>
    </message>
    <message>
        <source>Edit and dead-letter %1</source>
        <translation>%1 bearbeiten, zu den Dead Letters</translation>
    </message>
    <message>
        <source>Claim or release</source>
        <translation>Übernehmen oder freigeben</translation>
    </message>
    <message>
        <source>Nothing to prune</source>
        <translation>Nichts zu bereinigen</translation>
    </message>
    <message>
        <source>No entry is older than the window.</source>
        <translation>Kein Eintrag ist älter als das Fenster.</translation>
    </message>
    <message>
        <source>%1 claimed</source>
        <translation>%1 übernommen</translation>
    </message>
    <message>
        <source>%1 released</source>
        <translation>%1 freigegeben</translation>
    </message>
    <message>
        <source>%1 added again</source>
        <translation>%1 neu hinzugefügt</translation>
    </message>
    <message>
        <source>%1 changed and requeued</source>
        <translation>%1 geändert und neu eingereiht</translation>
    </message>
    <message>
        <source>claimed %1</source>
        <translation>übernommen %1</translation>
    </message>
    <message>
        <source>released %1</source>
        <translation>freigegeben %1</translation>
    </message>
    <message>
        <source>added again %1</source>
        <translation>neu hinzugefügt %1</translation>
    </message>
    <message>
        <source>pruned %1</source>
        <translation>bereinigt %1</translation>
    </message>
    <message>
        <source>edited and requeued %1</source>
        <translation>bearbeitet und neu eingereiht %1</translation>
    </message>
    <message>
        <source>1: taken by a worker or changed since</source>
        <translation>1: inzwischen von einem Worker geholt oder geändert</translation>
    </message>
    <message>
        <source>1: already a member</source>
        <translation>1: war schon Mitglied</translation>
    </message>
    <message>
        <source>1: taken by others before the operation reached it</source>
        <translation>1: von anderen genommen, bevor es so weit war</translation>
    </message>
    <message>
        <source>1: gone, or no longer as shown, when the operation reached it</source>
        <translation>1: nicht mehr da oder nicht mehr wie gezeigt, als es so weit war</translation>
    </message>
    <message>
        <source>1 is no longer in the stream: it can only be acknowledged.</source>
        <translation>1 ist nicht mehr im Stream: das lässt sich nur noch bestätigen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 are no longer in the stream: they can only be acknowledged.</source>
        <translation>
            <numerusform>%1 ist nicht mehr im Stream: das lässt sich nur noch bestätigen.</numerusform>
            <numerusform>%1 sind nicht mehr im Stream: sie lassen sich nur noch bestätigen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: its keys are found by scanning; select some of them on its page in the window</source>
        <translation>%1: die Schlüssel werden auf dem Server gesucht; einige davon auf der Seite im Fenster auswählen</translation>
    </message>
    <message>
        <source>%1 has no processing key, so none of its jobs can be stale; set keys.processing to where its workers keep jobs in work</source>
        <translation>%1 hat keinen Schlüssel processing, also kann kein Job liegen geblieben sein; als keys.processing anzugeben ist, wo Worker Jobs während der Arbeit halten</translation>
    </message>
    <message>
        <source>%1 is of kind %2, which has no jobs in work that could be stale; these kinds have: %3</source>
        <translation>%1 ist von der Art %2, die keine Jobs in Arbeit kennt, die liegen bleiben könnten; diese Arten haben welche: %3</translation>
    </message>
    <message>
        <source>%1 is of kind %2, which has nothing to trim to a length or an age; these kinds have: %3</source>
        <translation>%1 ist von der Art %2, bei der es nichts auf eine Länge oder ein Alter zu kürzen gibt; diese Arten haben etwas: %3</translation>
    </message>
    <message>
        <source>%1 has the same job records as %2; %3</source>
        <translation>%1 hat dieselben Job-Datensätze wie %2; %3</translation>
    </message>
    <message>
        <source>Left out, because their records may belong to another collection: %1.</source>
        <translation>Ausgelassen, weil ihre Datensätze die einer anderen Sammlung sein können: %1.</translation>
    </message>
    <message>
        <source>Remove %1 again</source>
        <translation>%1 wieder herausnehmen</translation>
    </message>
    <message numerus="yes">
        <source>%1 keys, one of them a job record, all on one server, one script for each batch</source>
        <translation>
            <numerusform>%1 Schlüssel, einer davon ein Job-Datensatz, alle auf einem Server, ein Skript je Stapel</numerusform>
            <numerusform>%1 Schlüssel, einer davon ein Job-Datensatz, alle auf einem Server, ein Skript je Stapel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 keys, %2 of them job records, all on one server, one script for each batch</source>
        <translation>
            <numerusform>%1 Schlüssel, davon %2 Job-Datensätze, alle auf einem Server, ein Skript je Stapel</numerusform>
            <numerusform>%1 Schlüssel, davon %2 Job-Datensätze, alle auf einem Server, ein Skript je Stapel</numerusform>
        </translation>
    </message>
    <message>
        <source>lock</source>
        <translation>Sperre</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>1: its lease had ended, or another holds it</source>
        <translation>1: Die Sperre war abgelaufen, oder ein anderer hält sie</translation>
    </message>
    <message>
        <source>%1: their leases had ended, or others hold them</source>
        <translation>%1: Die Sperren waren abgelaufen, oder andere halten sie</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>%1: not a journal of Plimsoll</source>
        <translation>%1: Das ist kein Journal von Plimsoll</translation>
    </message>
    <message>
        <source>%1: written by another Plimsoll (layout %2, this one knows %3); it can only be read, and is not brought up to date</source>
        <translation>%1: von einem anderen Plimsoll geschrieben (Aufbau %2, dieses kennt %3); darf nur gelesen werden und wird nicht auf den neuen Stand gebracht</translation>
    </message>
    <message>
        <source>These jobs go back to the front of the queue.</source>
        <translation>Diese Jobs kommen zurück an den Anfang der Warteschlange.</translation>
    </message>
    <message>
        <source>Dead letters go back to be worked on, after the jobs already waiting.</source>
        <translation>Dead Letters kommen zurück zur Arbeit, nach den Jobs, die schon warten.</translation>
    </message>
    <message>
        <source>They go to another tier, after those already waiting there.</source>
        <translation>Sie kommen in eine andere Stufe, nach allem, was dort schon wartet.</translation>
    </message>
    <message>
        <source>The group continues after that id; no entry is changed.</source>
        <translation>Die Gruppe liest nach dieser ID weiter; kein Eintrag wird geändert.</translation>
    </message>
    <message>
        <source>Its pending entries go to another consumer of the group first.</source>
        <translation>Seine offenen Einträge gehen vorher an einen anderen Verbraucher der Gruppe.</translation>
    </message>
    <message>
        <source>Moves them to another consumer in the same group.</source>
        <translation>Gibt sie einem anderen Verbraucher derselben Gruppe.</translation>
    </message>
    <message>
        <source>%1, group %2</source>
        <translation>%1, Gruppe %2</translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <translation>%1, von %2 an %3</translation>
    </message>
    <message>
        <source>%1, to %2</source>
        <translation>%1, an %2</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <translation>%1, von %2</translation>
    </message>
    <message>
        <source>An undo can&apos;t itself be undone. To reverse it, run the operation again.</source>
        <translation>Ein Rückgängigmachen lässt sich nicht selbst rückgängig machen. Um es umzukehren, die Operation neu ausführen.</translation>
    </message>
    <message>
        <source>nothing put back</source>
        <translation>nichts zurückgelegt</translation>
    </message>
    <message numerus="yes">
        <source>%1 older operations can no longer be undone: their archive was over 30 days or 1 GiB.</source>
        <translation>
            <numerusform>%1 ältere Operation kann nicht mehr rückgängig gemacht werden: Ihr Archiv war über 30 Tage oder 1 GiB.</numerusform>
            <numerusform>%1 ältere Operationen können nicht mehr rückgängig gemacht werden: Ihr Archiv war über 30 Tage oder 1 GiB.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 were added since the preview and stay</source>
        <translation>
            <numerusform>%1: %2 kam seit der Vorschau hinzu und bleibt</numerusform>
            <numerusform>%1: %2 kamen seit der Vorschau hinzu und bleiben</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has %2 consumers, too many to search: whether this one exists, and when it made its last request, is unknown.</source>
        <translation>%1 hat %2 Verbraucher, zu viele, um ihn darunter zu suchen: Ob er da ist und wann er zuletzt etwas angefragt hat, ist unbekannt.</translation>
    </message>
    <message>
        <source>these entries of %1 belong to several groups, and a consumer is in one: select one group first (--group)</source>
        <translation>diese Einträge von %1 gehören zu mehreren Gruppen, und ein Verbraucher ist in einer: zuerst eine Gruppe auswählen (--group)</translation>
    </message>
    <message>
        <source>%1 works on them only if it reads its own pending entries again (XREADGROUP from 0, not from &gt;).</source>
        <translation>%1 bearbeitet sie nur, wenn er seine eigenen offenen Einträge noch einmal liest (XREADGROUP ab 0, nicht ab &gt;).</translation>
    </message>
    <message>
        <source>%1 has %2 consumers, too many to search for %3: if it does not exist, it is created, and its entries wait until a client reads under that name.</source>
        <translation>%1 hat %2 Verbraucher, zu viele, um %3 darunter zu suchen: Ist er keiner davon, wird er angelegt, und was er bekommt, wartet, bis jemand unter diesem Namen liest.</translation>
    </message>
    <message>
        <source>The key&apos;s old expiry is within %1 seconds; it gets none, so that restored elements stay.</source>
        <translation>Die Ablaufzeit, die der Schlüssel hatte, kommt innerhalb von %1 Sekunden; er bekommt keine, damit bleibt, was zurückkommt.</translation>
    </message>
    <message>
        <source>The old expiry of 1 key has passed or is within %1 seconds: it comes back without one, and stays.</source>
        <translation>Die Ablaufzeit, die 1 der Schlüssel hatte, ist vorbei oder kommt innerhalb von %1 Sekunden: Er kommt ohne sie zurück und bleibt.</translation>
    </message>
    <message numerus="yes">
        <source>The old expiry of %1 keys has passed or is within %2 seconds: they come back without one, and stay.</source>
        <translation>
            <numerusform>Die Ablaufzeit, die %1 der Schlüssel hatte, ist vorbei oder kommt innerhalb von %2 Sekunden: Er kommt ohne sie zurück und bleibt.</numerusform>
            <numerusform>Die Ablaufzeit, die %1 der Schlüssel hatten, ist vorbei oder kommt innerhalb von %2 Sekunden: Sie kommen ohne sie zurück und bleiben.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 can go back: 1 has been worked on, moved or changed since.</source>
        <translation>%1 von %2 können zurück: 1 wurde seither bearbeitet, verschoben oder geändert.</translation>
    </message>
    <message>
        <source>More than %1 elements: it was not checked which of them can go back. Those worked on, moved or changed since are skipped, even if shown here.</source>
        <translation>Mehr als %1 Elemente: nicht geprüft, welche davon zurück können. Seither bearbeitete, verschobene oder geänderte werden übersprungen, auch wenn sie hier stehen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 can go back: %3 have been worked on, moved or changed since.</source>
        <translation>
            <numerusform>%1 von %2 können zurück: %3 wurde seither bearbeitet, verschoben oder geändert.</numerusform>
            <numerusform>%1 von %2 können zurück: %3 wurden seither bearbeitet, verschoben oder geändert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The old expiry of %1 keys has passed and would delete them, so they are left as they are.</source>
        <translation>
            <numerusform>Die Ablaufzeit, die %1 der Schlüssel hatte, ist vorbei: Sie würde ihn löschen, deshalb bleibt er, wie er ist.</numerusform>
            <numerusform>Die Ablaufzeit, die %1 der Schlüssel hatten, ist vorbei: Sie würde sie löschen, deshalb bleiben sie, wie sie sind.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 no longer expires: its old expiry has passed, or was about to.</source>
        <translation>%1 läuft jetzt nicht ab: Die Ablaufzeit, die er hatte, ist vorbei oder war es fast.</translation>
    </message>
    <message>
        <source>%1 was left as it is: its expiry has been changed since.</source>
        <translation>%1 blieb, wie er ist: Seine Ablaufzeit wurde seither geändert.</translation>
    </message>
    <message>
        <source>Left because they have more than %1 fields, which a script cannot add again: %2.</source>
        <translation>Belassen, weil sie mehr als %1 Felder haben, was ein Skript nicht neu hinzufügen kann: %2.</translation>
    </message>
    <message>
        <source>
  scattered ones are first moved to one end (EVALSHA arrange, LSET); the others keep their order</source>
        <translation>
  verstreute kommen erst an ein Ende (EVALSHA arrange, LSET); die anderen behalten ihre Reihenfolge</translation>
    </message>
    <message>
        <source>
  in elements that hold attempts and their maximum: attempts + 1</source>
        <translation>
  in Elementen, die Versuche und ihre Höchstzahl enthalten: Versuche + 1</translation>
    </message>
    <message>
        <source>
  in elements that hold attempts and their maximum: attempts = %1</source>
        <translation>
  in Elementen, die Versuche und ihre Höchstzahl enthalten: Versuche = %1</translation>
    </message>
    <message>
        <source>%1 has no ready list to choose</source>
        <translation>%1 hat keine Liste bereiter Jobs, die man wählen könnte</translation>
    </message>
    <message>
        <source>%1 has no tier %2; it has %3</source>
        <translation>%1 hat keine Stufe %2, sondern %3</translation>
    </message>
    <message>
        <source>Its changes are kept. “Undo…” shows how many elements can still go back.</source>
        <translation>Was geändert wurde, ist aufbewahrt. „Rückgängig …“ zeigt, wie viele Elemente noch zurückkönnen.</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>aufbewahrt</translation>
    </message>
    <message>
        <source>%1 is a node of a Redis Cluster; to operate there, open it with a URL that begins with redis+cluster://</source>
        <translation>%1 ist ein Knoten eines Redis-Clusters; um dort etwas zu ändern, mit einer URL öffnen, die mit redis+cluster:// beginnt</translation>
    </message>
    <message>
        <source>They go to the dead letters and stay there until they are requeued.</source>
        <translation>Sie kommen zu den Dead Letters, wo niemand an ihnen arbeitet, bis sie neu eingereiht werden.</translation>
    </message>
    <message>
        <source>They are removed from the collection and kept in the archive on this computer.</source>
        <translation>Sie werden aus der Sammlung genommen und im Archiv auf diesem Rechner aufbewahrt.</translation>
    </message>
    <message>
        <source>They are cut off at the far end; new arrivals are not touched.</source>
        <translation>Sie werden am hinteren Ende abgeschnitten; was inzwischen kommt, bleibt unberührt.</translation>
    </message>
    <message>
        <source>All of them are removed from the collection.</source>
        <translation>Alle werden aus der Sammlung genommen.</translation>
    </message>
    <message>
        <source>They are removed from the index together with their keys. Entries renewed or rewritten meanwhile stay.</source>
        <translation>Sie gehen aus dem Index, zusammen mit den Schlüsseln, für die sie stehen. Was inzwischen verschoben oder neu geschrieben wird, bleibt.</translation>
    </message>
    <message>
        <source>It is changed in place, if it is still as shown; its place, score and expiry stay.</source>
        <translation>Es wird geändert, wo es ist, wenn es noch so ist wie gezeigt: Platz, Score und Ablauf bleiben.</translation>
    </message>
    <message>
        <source>They go back to where they were, in their old order among themselves. Those that exist again or have moved on are skipped and counted.</source>
        <translation>Sie kommen dorthin zurück, wo sie waren, untereinander in der alten Reihenfolge. Was wieder da ist oder inzwischen weiterging, bleibt unberührt und wird gezählt.</translation>
    </message>
    <message>
        <source>Each becomes pending again at its former consumer; entries delivered or acknowledged since are skipped.</source>
        <translation>Jeder wird bei seinem früheren Consumer wieder ausstehend; seither zugestellte oder bestätigte Einträge bleiben unberührt.</translation>
    </message>
    <message>
        <source>They are added to the stream again and acknowledged where they were.</source>
        <translation>Sie kommen neu in den Strom, noch nie zugestellt, und werden bestätigt, wo sie offen waren.</translation>
    </message>
    <message>
        <source>They are older than the window and are removed; new arrivals are not touched.</source>
        <translation>Sie sind älter als das Fenster und werden entfernt; was inzwischen hinzukommt, bleibt unberührt.</translation>
    </message>
    <message>
        <source>Everything counted is removed; counting starts again.</source>
        <translation>Alles Gezählte wird entfernt: es beginnt von vorn.</translation>
    </message>
    <message>
        <source>They were added, and are removed again. Those that have moved on are skipped and counted.</source>
        <translation>Sie wurden hinzugefügt und werden wieder herausgenommen. Was inzwischen weitergegangen ist, bleibt unberührt und wird gezählt.</translation>
    </message>
    <message>
        <source>The oldest are removed, at the end that workers take from; new arrivals are not touched.</source>
        <translation>Die ältesten werden entfernt, an dem Ende, von dem die Worker nehmen; was inzwischen kommt, bleibt unberührt.</translation>
    </message>
    <message>
        <source>At most %1 keys at once, those with most to remove. Run it again for the others.</source>
        <translation>So viel geschieht auf einmal: bei den %1 Schlüsseln, von denen am meisten zu entfernen ist. Was die anderen haben, bleibt; für diese noch einmal ausführen.</translation>
    </message>
    <message>
        <source>Every job here already has that priority</source>
        <translation>Kein Job hat hier eine andere Priorität</translation>
    </message>
    <message>
        <source>No one has been away that long</source>
        <translation>Niemand war so lange weg</translation>
    </message>
    <message>
        <source>A job that uses up its attempts becomes a dead letter. There is none to act on now.</source>
        <translation>Ein Job, der so oft scheitert, wie er darf, endet bei den Dead Letters. Es gibt jetzt keinen, um den es hier geht.</translation>
    </message>
    <message>
        <source>The selected jobs have been taken, or are in that band already.</source>
        <translation>Die gemeinten wurden geholt oder sind schon in diesem Band.</translation>
    </message>
    <message>
        <source>The expired entries have been cleaned up or renewed in the meantime. Nothing was changed.</source>
        <translation>Was abgelaufen war, wurde inzwischen aufgeräumt oder verschoben. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The selection has been worked on, moved or removed in the meantime. Nothing was changed.</source>
        <translation>Was ausgewählt war, wurde inzwischen bearbeitet, verschoben oder entfernt. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>1 of them is poison: it was delivered more than %1 times.</source>
        <translation>1 davon ist giftig: er wurde mehr als %1-mal zugestellt.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of them are poison: they were delivered more than %2 times.</source>
        <translation>
            <numerusform>%1 davon ist giftig: er wurde mehr als %2-mal zugestellt.</numerusform>
            <numerusform>%1 davon sind giftig: sie wurden mehr als %2-mal zugestellt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Left because they have no record, or are in another state by it: %1.</source>
        <translation>Nicht angerührt, weil sie keinen Datensatz haben oder nach diesem in einem anderen Zustand sind: %1.</translation>
    </message>
    <message>
        <source>Left because their lease is valid, or they have no message that can be read: %1.</source>
        <translation>Nicht angerührt, weil ihre Lease noch gilt oder sie keine lesbare Nachricht haben: %1.</translation>
    </message>
    <message>
        <source>Left because they are in another state by their record, or are too large to be kept for undo: %1.</source>
        <translation>Nicht angerührt, weil sie nach ihrem Datensatz in einem anderen Zustand oder zu groß sind, um sie zum Rückgängigmachen aufzuheben: %1.</translation>
    </message>
    <message>
        <source>Not marked as stalling, because their worker lives or nothing has looked, and left: %1.</source>
        <translation>Nicht als stehengeblieben markiert, weil ihr Worker lebt oder niemand nachgesehen hat, und daher nicht angerührt: %1.</translation>
    </message>
    <message>
        <source>Left because the interval in which their worker can tell that it works on them is not over, or because they have no record: %1.</source>
        <translation>Nicht angerührt, weil die Frist, in der ihr Worker sich melden kann, noch nicht vorbei ist oder sie keinen Datensatz haben: %1.</translation>
    </message>
    <message>
        <source>Left because they have no record that can be read: %1.</source>
        <translation>Nicht angerührt, weil sie keinen lesbaren Datensatz haben: %1.</translation>
    </message>
    <message>
        <source>%1: its META does not name a version of BullMQ, so that it is not known where its workers look for jobs</source>
        <translation>%1: META nennt keine Version von BullMQ, daher ist nicht bekannt, wo die Worker nach Jobs suchen</translation>
    </message>
    <message>
        <source>Locked by workers that have them, and left: %1.</source>
        <translation>Von ihren Workern gesperrt und daher nicht angerührt: %1.</translation>
    </message>
    <message>
        <source>Left because they wait for their ETA, were received again since, or are too large or no messages that can be read: %1.</source>
        <translation>Nicht angerührt, weil sie auf ihre ETA warten, seitdem erneut empfangen wurden, zu groß oder keine lesbaren Nachrichten sind: %1.</translation>
    </message>
    <message>
        <source>%1 does not say when a message is stale; set options.staleAfter or give --older-than</source>
        <translation>%1 sagt nicht, ab wann eine Nachricht verwaist ist; options.staleAfter setzen oder --older-than angeben</translation>
    </message>
    <message>
        <source>Waiting in a worker for their ETA, and left: %1.</source>
        <translation>Warten in einem Worker auf ihre ETA und sind daher nicht angerührt: %1.</translation>
    </message>
    <message>
        <source>No messages that can be read, or of no single queue, and left: %1.</source>
        <translation>Keine lesbaren Nachrichten oder keiner Warteschlange eindeutig zuzuordnen, daher nicht angerührt: %1.</translation>
    </message>
    <message>
        <source>%1 puts each job where %2 itself would; leave out where they go</source>
        <translation>%1 legt jeden Job dorthin, wohin %2 selbst ihn legen würde; das Ziel muss weggelassen werden</translation>
    </message>
    <message>
        <source>1 is no job that names its queue; it is left.</source>
        <translation>1 ist kein Job, der seine Warteschlange nennt; er bleibt.</translation>
    </message>
    <message numerus="yes">
        <source>%1 are no jobs that name their queue; they are left.</source>
        <translation>
            <numerusform>%1 ist kein Job, der seine Warteschlange nennt; er bleibt.</numerusform>
            <numerusform>%1 sind keine Jobs, die ihre Warteschlange nennen; sie bleiben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Left because they are too large, or no JSON that can be read: %1.</source>
        <translation>Belassen, weil sie zu groß sind oder kein lesbares JSON: %1.</translation>
    </message>
    <message>
        <source>Left because their time has not passed, so that a worker has them: %1.</source>
        <translation>Belassen, weil ihre Zeit nicht abgelaufen ist, sodass ein Worker sie hat: %1.</translation>
    </message>
    <message>
        <source>1 was retried already and is left: to requeue it again, choose it itself.</source>
        <translation>1 wurde schon wiederholt und bleibt: Um ihn noch einmal einzureihen, muss er selbst gewählt werden.</translation>
    </message>
    <message numerus="yes">
        <source>%1 were retried already and are left: to requeue some again, choose them themselves.</source>
        <translation>
            <numerusform>%1 wurde schon wiederholt und bleibt: Um ihn noch einmal einzureihen, muss er selbst gewählt werden.</numerusform>
            <numerusform>%1 wurden schon wiederholt und bleiben: Um welche noch einmal einzureihen, müssen sie selbst gewählt werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Left because their record is gone, is in another state or of another queue, or because their worker still says that it has them: %1.</source>
        <translation>Belassen, weil ihr Datensatz fehlt, einen anderen Zustand hat oder zu einer anderen Warteschlange gehört, oder weil ihr Worker noch sagt, dass er sie hat: %1.</translation>
    </message>
    <message>
        <source>1 belongs to a batch, is unique or is encrypted: middleware of Sidekiq&apos;s client does not see it pushed.</source>
        <translation>1 gehört zu einem Batch, ist einmalig oder verschlüsselt: Middleware des Clients von Sidekiq sieht ihn nicht.</translation>
    </message>
    <message numerus="yes">
        <source>%1 belong to a batch, are unique or are encrypted: middleware of Sidekiq&apos;s client does not see them pushed.</source>
        <translation>
            <numerusform>%1 gehört zu einem Batch, ist einmalig oder verschlüsselt: Middleware des Clients von Sidekiq sieht ihn nicht.</numerusform>
            <numerusform>%1 gehören zu einem Batch, sind einmalig oder verschlüsselt: Middleware des Clients von Sidekiq sieht sie nicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Everything is back, but %1 not in their old place in the list, because others changed the list meanwhile.</source>
        <translation>
            <numerusform>Alles ist wieder da, aber %1 nicht an seinem alten Platz in der Liste, weil andere sie inzwischen geändert haben.</numerusform>
            <numerusform>Alles ist wieder da, aber %1 nicht an ihrem alten Platz in der Liste, weil andere sie inzwischen geändert haben.</numerusform>
        </translation>
    </message>
    <message>
        <source>EVALSHA %1  %2: %3</source>
        <translation>EVALSHA %1  %2: %3</translation>
    </message>
    <message>
        <source>
  each as it was, while nothing has changed it since</source>
        <translation>
  jeder, wie er war, solange ihn seither nichts geändert hat</translation>
    </message>
    <message>
        <source>1 more is released already.</source>
        <translation>1 weiterer ist bereits freigegeben.</translation>
    </message>
    <message numerus="yes">
        <source>%1 more are released already.</source>
        <translation>
            <numerusform>%1 weiterer ist bereits freigegeben.</numerusform>
            <numerusform>%1 weitere sind bereits freigegeben.</numerusform>
        </translation>
    </message>
    <message>
        <source>1 more is pending at %1 already.</source>
        <translation>1 weiterer ist bereits bei %1 offen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 more are pending at %2 already.</source>
        <translation>
            <numerusform>%1 weiterer ist bereits bei %2 offen.</numerusform>
            <numerusform>%1 weitere sind bereits bei %2 offen.</numerusform>
        </translation>
    </message>
    <message>
        <source>undone except for %1</source>
        <translation>rückgängig bis auf %1</translation>
    </message>
    <message>
        <source>Left because they are locked, or have no record or a too large one: %1.</source>
        <translation>Nicht angerührt, weil sie gesperrt sind oder keinen oder einen zu großen Datensatz haben: %1.</translation>
    </message>
    <message>
        <source>Left because they are children of other jobs, are locked, or have no record or a too large one: %1.</source>
        <translation>Nicht angerührt, weil sie Unterjobs anderer Jobs oder gesperrt sind oder keinen oder einen zu großen Datensatz haben: %1.</translation>
    </message>
    <message>
        <source>1 of them goes to the dead letters instead: its attempts are used up.</source>
        <translation>1 davon geht stattdessen zu den Dead Letters: seine Versuche sind aufgebraucht.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of them go to the dead letters instead: their attempts are used up.</source>
        <translation>
            <numerusform>%1 davon geht stattdessen zu den Dead Letters: seine Versuche sind aufgebraucht.</numerusform>
            <numerusform>%1 davon gehen stattdessen zu den Dead Letters: ihre Versuche sind aufgebraucht.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ran on another server (%2): undo it from a workspace on that one.</source>
        <translation>%1 lief auf einem anderen Server (%2): rückgängig zu machen ist es aus einem Workspace auf jenem.</translation>
    </message>
    <message>
        <source>The oldest are removed; new arrivals are not touched.</source>
        <translation>Die ältesten werden entfernt; neu Eintreffendes bleibt unberührt.</translation>
    </message>
    <message>
        <source>All groups have read them, and none is pending.</source>
        <translation>Alle Gruppen haben sie gelesen, und keiner steht aus.</translation>
    </message>
    <message>
        <source>At least one group has read all of them.</source>
        <translation>Mindestens eine Gruppe hat alle gelesen.</translation>
    </message>
    <message>
        <source>%1: nothing tells how long a worker of Bee-Queue has had a job; leave out how old it must be, those marked as stalling are chosen</source>
        <translation>%1: nichts sagt, wie lange ein Worker von Bee-Queue einen Auftrag schon hat; lassen Sie das Alter weg, gewählt werden die als „stalling“ markierten</translation>
    </message>
    <message>
        <source>All dead letters are looked through, not only those that the page has read.</source>
        <translation>Alle Dead Letters werden durchgesehen, nicht nur die, die die Seite gelesen hat.</translation>
    </message>
    <message>
        <source>What is removed is kept in the archive on this computer.</source>
        <translation>Was entfernt wird, bleibt im Archiv auf diesem Rechner.</translation>
    </message>
    <message>
        <source>%1 requeued</source>
        <translation>%1 neu eingereiht</translation>
    </message>
    <message>
        <source>Anything pushed to the old end of %1 meanwhile may be cut in place of an element shown.</source>
        <translation>Was inzwischen an das alte Ende von %1 angefügt wird, kann anstelle eines gezeigten Elements abgeschnitten werden.</translation>
    </message>
    <message>
        <source>%1 acknowledged</source>
        <translation>%1 bestätigt</translation>
    </message>
    <message>
        <source>Already where they would go, and left: %1.</source>
        <translation>Schon dort, wohin sie kämen, und belassen: %1.</translation>
    </message>
    <message>
        <source>Due %1 after their time; those overdue, %1 from now.</source>
        <translation>Fällig %1 nach ihrer Zeit; überfällige %1 ab jetzt.</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>nicht hier</translation>
    </message>
    <message>
        <source>%1 and their consumer</source>
        <translation>%1 und ihren Consumer</translation>
    </message>
    <message>
        <source>It goes to the dead letters: its attempts are used up.</source>
        <translation>Er kommt zu den Dead Letters: seine Versuche sind aufgebraucht.</translation>
    </message>
    <message numerus="yes">
        <source>All %1 go to the dead letters: their attempts are used up.</source>
        <translation>
            <numerusform>%1 kommt zu den Dead Letters: seine Versuche sind aufgebraucht.</numerusform>
            <numerusform>Alle %1 kommen zu den Dead Letters: ihre Versuche sind aufgebraucht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more are in other slots of the cluster, which take an operation each: repeat it for them.</source>
        <translation>
            <numerusform>%1 weiteres ist in einem anderen Slot des Clusters, der einen eigenen Eingriff braucht: dafür wiederholen.</numerusform>
            <numerusform>%1 weitere sind in anderen Slots des Clusters, die je einen Eingriff brauchen: dafür wiederholen.</numerusform>
        </translation>
    </message>
    <message>
        <source>1 more is in another slot of the cluster, which takes an operation of its own: repeat it for that.</source>
        <translation>1 weiteres ist in einem anderen Slot des Clusters, der einen eigenen Eingriff braucht: dafür wiederholen.</translation>
    </message>
    <message>
        <source>Have stalled before, so that the worker that takes them fails them instead of running them: %1.</source>
        <translation>Blieben schon einmal stehen, sodass der Worker, der sie nimmt, sie scheitern lässt, statt sie auszuführen: %1.</translation>
    </message>
    <message>
        <source>Left because they are locked, have a parent or children, are the next job of a scheduler, keep back another job of their deduplication, or are too large to be kept for undo: %1.</source>
        <translation>Nicht angerührt, weil sie gesperrt sind, zu anderen Jobs gehören, der nächste Job eines Planers sind, einen gleichen Job zurückhalten oder zu groß sind, um sie zum Rückgängigmachen aufzuheben: %1.</translation>
    </message>
    <message>
        <source>Left because they are locked, have no record or a too large one, or have stalled before, for which BullMQ before version 5.54 fails them: %1.</source>
        <translation>Nicht angerührt, weil sie gesperrt sind, keinen oder einen zu großen Datensatz haben oder schon einmal stehen blieben, wofür BullMQ vor Version 5.54 sie scheitern lässt: %1.</translation>
    </message>
    <message>
        <source>Left because they are locked, have no record or a too large one, or have stalled before, for which Bull fails them: %1.</source>
        <translation>Nicht angerührt, weil sie gesperrt sind, keinen oder einen zu großen Datensatz haben oder schon einmal stehen blieben, wofür Bull sie scheitern lässt: %1.</translation>
    </message>
    <message>
        <source>Failures are not kept by queue here: the part failed has those of all queues.</source>
        <translation>Gescheiterte werden hier nicht je Queue geführt: der Teil failed hat die aller Queues.</translation>
    </message>
    <message>
        <source>Left because other jobs wait for them, or they for others, because they may still be running, or because their record is in another state, or of more than 512 KiB: %1.</source>
        <translation>Belassen, weil andere Jobs auf sie warten oder sie auf andere, weil sie vielleicht noch laufen, oder weil ihr Datensatz einen anderen Zustand hat oder größer als 512 KiB ist: %1.</translation>
    </message>
    <message>
        <source>%1: %2 itself keeps no job that a worker has, so that none can be given back; there is no process of Sidekiq Pro, which does</source>
        <translation>%1: %2 selbst hebt keinen Job auf, den ein Worker hat, sodass keiner zurückgegeben werden kann; einen Prozess von Sidekiq Pro, das es tut, gibt es nicht</translation>
    </message>
    <message>
        <source>Left because their process has sent a heartbeat again: %1.</source>
        <translation>Belassen, weil ihr Prozess sich wieder gemeldet hat: %1.</translation>
    </message>
    <message>
        <source>no replica of the node with %1 has followed within a second; what was not moved is where it was</source>
        <translation>kein Replikat des Knotens mit %1 ist innerhalb einer Sekunde nachgekommen; was nicht verschoben wurde, ist, wo es war</translation>
    </message>
    <message>
        <source>%1: no replica has followed within a second; if its node fails now, some may be in both keys.</source>
        <translation>%1: kein Replikat ist innerhalb einer Sekunde nachgekommen; fällt sein Knoten jetzt aus, können einige in beiden Schlüsseln stehen.</translation>
    </message>
    <message>
        <source>Moved, but their attempts could not be counted: %1.</source>
        <translation>Verschoben, aber ihre Versuche konnten nicht gezählt werden: %1.</translation>
    </message>
    <message>
        <source>The job records are in other slots of the cluster: they are judged before, and counted right after a batch has moved. If this is cut off between, one batch is not counted.</source>
        <translation>Die Datensätze der Jobs liegen in anderen Slots des Clusters: Sie werden vorher geprüft, und die Versuche gleich nach jedem Stapel gezählt. Bricht das dazwischen ab, wird ein Stapel nicht gezählt.</translation>
    </message>
    <message>
        <source>%1 is in another slot of the cluster than where it goes: each batch is added there first, then removed here. If this is cut off between, one batch may be in both until the operation is recovered.</source>
        <translation>%1 liegt in einem anderen Slot des Clusters als das Ziel: Jeder Stapel wird erst dort hinzugefügt, dann hier entfernt. Bricht das dazwischen ab, kann ein Stapel in beiden stehen, bis die Operation wiederhergestellt ist.</translation>
    </message>
    <message>
        <source>May be worked on twice: %1 of %2, which others took there and where they went at the same moment.</source>
        <translation>Werden vielleicht zweimal bearbeitet: %1 aus %2, die andere dort und am Ziel zugleich nahmen.</translation>
    </message>
    <message>
        <source>no replica of the node with %1 has followed within a second; what left is in the escrow</source>
        <translation>kein Replikat des Knotens mit %1 ist innerhalb einer Sekunde nachgekommen; was entfernt wurde, liegt im Escrow</translation>
    </message>
    <message>
        <source>%1 is in another slot of the cluster than where it goes: each batch is kept in its escrow here, then added there. If this is cut off between, one batch is in neither until the operation is recovered.</source>
        <translation>%1 liegt in einem anderen Slot des Clusters als das Ziel: Jeder Stapel wird hier in seinem Escrow aufgehoben, dann dort hinzugefügt. Bricht das dazwischen ab, steht ein Stapel in keinem von beiden, bis die Operation wiederhergestellt ist.</translation>
    </message>
    <message>
        <source>
  across slots: EVALSHA copy adds to a target elsewhere before this, EVALSHA copy_back takes back what did not leave</source>
        <translation>
  über Slots hinweg: EVALSHA copy fügt vorher an einem Ziel anderswo hinzu, EVALSHA copy_back nimmt zurück, was nicht ging</translation>
    </message>
    <message>
        <source>
  across slots: EVALSHA restore adds to a target elsewhere after this</source>
        <translation>
  über Slots hinweg: EVALSHA restore fügt danach an einem Ziel anderswo hinzu</translation>
    </message>
    <message>
        <source>
  across slots: EVALSHA record judges and counts each job record</source>
        <translation>
  über Slots hinweg: EVALSHA record prüft und zählt jeden Datensatz</translation>
    </message>
    <message>
        <source>None of them can be requeued</source>
        <translation>Keiner davon kann wieder eingereiht werden</translation>
    </message>
    <message>
        <source>None of them can be changed</source>
        <translation>Nichts davon kann geändert werden</translation>
    </message>
    <message>
        <source>None of them can be claimed</source>
        <translation>Keiner davon kann übernommen werden</translation>
    </message>
    <message>
        <source>None of them can be released</source>
        <translation>Keiner davon kann freigegeben werden</translation>
    </message>
    <message>
        <source>Left, because the server refused it for their keys: %1 (%2).</source>
        <translation>Gelassen, weil der Server es für ihre Schlüssel verweigert hat: %1 (%2).</translation>
    </message>
    <message>
        <source>Postponed at the same moment, while their keys were removed and written anew: %1 of %2. The removed ones are kept for a week, the first one in %3.</source>
        <translation>Im selben Moment verschoben, während ihre Schlüssel entfernt und neu geschrieben wurden: %1 von %2. Die entfernten werden eine Woche lang aufbewahrt, der erste in %3.</translation>
    </message>
    <message>
        <source>an operation between slots of a cluster needs Redis 7: before it, a script cannot check what its user may do</source>
        <translation>eine Operation zwischen Slots eines Clusters braucht Redis 7: davor kann ein Skript nicht prüfen, was sein Benutzer darf</translation>
    </message>
    <message>
        <source>The record of 1 of them names no list, so it goes to %1.</source>
        <translation>Der Datensatz von 1 nennt keine Liste, daher geht er nach %1.</translation>
    </message>
    <message numerus="yes">
        <source>No record names a list, so all %1 go to %2.</source>
        <translation>
            <numerusform>Kein Datensatz nennt eine Liste, daher geht %1 nach %2.</numerusform>
            <numerusform>Kein Datensatz nennt eine Liste, daher gehen alle %1 nach %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The records of %1 of them name no list, so they go to %2.</source>
        <translation>
            <numerusform>Der Datensatz von %1 nennt keine Liste, daher geht er nach %2.</numerusform>
            <numerusform>Die Datensätze von %1 nennen keine Liste, daher gehen sie nach %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>1 job in work has no recorded start, so its age was only observed: it is requeued only where it is selected or named by its id.</source>
        <translation>1 Job in Arbeit hat keinen festgehaltenen Beginn, sein Alter ist nur beobachtet: er wird nur wieder eingereiht, wenn er ausgewählt oder mit seiner ID genannt wird.</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs in work have no recorded start, so their age was only observed: they are requeued only where they are selected or named by their ids.</source>
        <translation>
            <numerusform>%1 Job in Arbeit hat keinen festgehaltenen Beginn, sein Alter ist nur beobachtet: er wird nur wieder eingereiht, wenn er ausgewählt oder mit seiner ID genannt wird.</numerusform>
            <numerusform>%1 Jobs in Arbeit haben keinen festgehaltenen Beginn, ihr Alter ist nur beobachtet: sie werden nur wieder eingereiht, wenn sie ausgewählt oder mit ihren IDs genannt werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>The keys of the entries are in other slots of the cluster than %1: in each batch they are removed first, then the entries. If this is cut off between, one batch of entries is without keys until the operation is recovered.</source>
        <translation>Die Schlüssel der Einträge liegen in anderen Slots des Clusters als %1: In jedem Stapel werden zuerst sie entfernt, dann die Einträge. Bricht es dazwischen ab, sind die Einträge eines Stapels ohne Schlüssel, bis die Operation wiederhergestellt ist.</translation>
    </message>
    <message>
        <source>
  across slots: EVALSHA keep, then EVALSHA clean for each key, then for the entries</source>
        <translation>
  zwischen Slots: EVALSHA keep, dann EVALSHA clean für jeden Schlüssel, dann für die Einträge</translation>
    </message>
    <message>
        <source>
  across slots: EVALSHA keep, then EVALSHA clean_back for each key, then for the entries</source>
        <translation>
  zwischen Slots: EVALSHA keep, dann EVALSHA clean_back für jeden Schlüssel, dann für die Einträge</translation>
    </message>
    <message>
        <source>no replica of the node with %1 has followed within a second; what was not cleaned up is where it was</source>
        <translation>kein Replikat des Knotens mit %1 ist innerhalb einer Sekunde nachgekommen; was nicht aufgeräumt wurde, ist, wo es war</translation>
    </message>
    <message>
        <source>Removed from %1 by others at the same moment: the entries of %2 keys, which came back. Nothing names these keys now.</source>
        <translation>Im selben Moment von anderen aus %1 entfernt: die Einträge von %2 Schlüsseln, die zurückkamen. Nichts nennt diese Schlüssel jetzt.</translation>
    </message>
    <message>
        <source>Entries were added to %1 after those that were removed again, or XSETID may not go back (for this user, or on a newer server): the server does not know the lag of its groups until they have read further.</source>
        <translation>In %1 kamen Einträge nach denen hinzu, die wieder entfernt wurden, oder XSETID darf nicht zurück (für diesen Benutzer oder auf einem neueren Server): Der Server kennt den Rückstand seiner Gruppen erst wieder, wenn sie weitergelesen haben.</translation>
    </message>
    <message>
        <source>Its last request was %1 ago: it may be alive.</source>
        <translation>Seine letzte Anfrage war vor %1: Er kann leben.</translation>
    </message>
    <message>
        <source>Warning: %1 looks dead. It holds entries and has made no request for %2; entries assigned to it wait too.</source>
        <translation>Warnung: %1 scheint tot. Er hält Einträge und hat seit %2 nichts angefragt; Einträge, die ihm zugeteilt werden, warten auch.</translation>
    </message>
    <message>
        <source>Warning: %1 has held entry %2 for %3 itself. Check that %1 is alive.</source>
        <translation>Warnung: %1 hält selbst den Eintrag %2 seit %3. Prüfen Sie, ob %1 noch läuft.</translation>
    </message>
    <message>
        <source>
  job record of what is requeued: attempts + 1</source>
        <translation>
  Jobdatensatz dessen, was neu eingereiht wird: Versuche + 1</translation>
    </message>
    <message>
        <source>Nothing to undo: it was worked on, moved or removed since.</source>
        <translation>Nichts zurückzunehmen: Es wurde seither bearbeitet, verschoben oder entfernt.</translation>
    </message>
    <message numerus="yes">
        <source>Nothing to undo: all %1 were worked on, moved or removed since.</source>
        <translation>
            <numerusform>Nichts zurückzunehmen: Alle %1 wurden seither bearbeitet, verschoben oder entfernt.</numerusform>
            <numerusform>Nichts zurückzunehmen: Alle %1 wurden seither bearbeitet, verschoben oder entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Undone except for 1, which was no longer as it had left it.</source>
        <translation>Zurückgenommen bis auf 1, das nicht mehr war, wie sie es verlassen hatte.</translation>
    </message>
    <message numerus="yes">
        <source>Undone except for %1, which were no longer as it had left them.</source>
        <translation>
            <numerusform>Zurückgenommen bis auf %1, das nicht mehr war, wie sie es verlassen hatte.</numerusform>
            <numerusform>Zurückgenommen bis auf %1, die nicht mehr waren, wie sie sie verlassen hatte.</numerusform>
        </translation>
    </message>
    <message>
        <source>Undone except for 1, which was no longer as it had left it; another undo tries it again.</source>
        <translation>Zurückgenommen bis auf 1, das nicht mehr war, wie sie es verlassen hatte; noch einmal zurücknehmen versucht es erneut.</translation>
    </message>
    <message numerus="yes">
        <source>Undone except for %1, which were no longer as it had left them; another undo tries them again.</source>
        <translation>
            <numerusform>Zurückgenommen bis auf %1, das nicht mehr war, wie sie es verlassen hatte; noch einmal zurücknehmen versucht es erneut.</numerusform>
            <numerusform>Zurückgenommen bis auf %1, die nicht mehr waren, wie sie sie verlassen hatte; noch einmal zurücknehmen versucht es erneut.</numerusform>
        </translation>
    </message>
    <message>
        <source>Can&apos;t be undone: the server came back at %1 without this operation, with older data or none.</source>
        <translation>Kann nicht zurückgenommen werden: Der Server kam um %1 ohne diese Operation zurück, mit älteren Daten oder ohne.</translation>
    </message>
    <message>
        <source>If the claim created the consumer, it is kept.</source>
        <translation>Hat die Übernahme den Consumer angelegt, bleibt er.</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>Its changes are kept. Whether this server has the data that it ran on is not known.</source>
        <translation>Was geändert wurde, ist aufbewahrt. Ob dieser Server die Daten hat, auf denen die Operation lief, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Requeue %1 and dead-letter %2 of %3</source>
        <translation>%3: %1 neu einreihen, %2 zu den Dead Letters</translation>
    </message>
    <message>
        <source>Nothing of it can go back now: all of it was worked on, moved or removed since, or where it was is gone. It is looked at again when the journal is opened next.</source>
        <translation>Davon kann jetzt nichts zurück: Alles wurde seither bearbeitet, verschoben oder entfernt, oder den Ort gibt es nicht mehr. Beim nächsten Öffnen des Journals wird neu nachgesehen.</translation>
    </message>
    <message>
        <source>Nothing to undo. %1</source>
        <translation>Nichts rückgängig zu machen. %1</translation>
    </message>
    <message>
        <source>%1 of %2 can go back. %3</source>
        <translation>%1 von %2 können zurück. %3</translation>
    </message>
    <message>
        <source>Group %1 of %2 no longer exists, so nothing can be pending in it.</source>
        <translation>Die Gruppe %1 von %2 gibt es nicht mehr, also kann in ihr nichts offen sein.</translation>
    </message>
    <message>
        <source>Includes every error of the form “%1”, whatever its numbers and names.</source>
        <translation>Umfasst jeden Fehler der Form „%1“, gleich mit welchen Zahlen und Namen.</translation>
    </message>
    <message>
        <source>%1 entry handed over</source>
        <translation>%1 Eintrag übergeben</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries handed over</source>
        <translation>
            <numerusform>%1 Eintrag übergeben</numerusform>
            <numerusform>%1 Einträge übergeben</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 consumer removed</source>
        <translation>%1 Verbraucher entfernt</translation>
    </message>
    <message numerus="yes">
        <source>%1 consumers removed</source>
        <translation>
            <numerusform>%1 Verbraucher entfernt</numerusform>
            <numerusform>%1 Verbraucher entfernt</numerusform>
        </translation>
    </message>
    <message>
        <source>handed over %1</source>
        <translation>übergeben %1</translation>
    </message>
    <message>
        <source>result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>expires</source>
        <translation>läuft ab</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>An arrival time in the score stays.</source>
        <translation>Eine Ankunftszeit im Score bleibt.</translation>
    </message>
    <message>
        <source>Put back the expiry of %1</source>
        <translation>Ablaufzeit von %1 zurücksetzen</translation>
    </message>
    <message>
        <source>Keys whose expiry has been changed since are skipped and counted.</source>
        <translation>Schlüssel, deren Ablaufzeit inzwischen geändert wurde, bleiben unberührt und werden gezählt.</translation>
    </message>
    <message>
        <source>Each gets back the score that it had. Those that were taken, or whose score has been changed since, are skipped and counted.</source>
        <translation>Jedes Element bekommt den Score zurück, den es hatte. Was inzwischen genommen wurde oder einen anderen Score hat, bleibt unberührt und wird gezählt.</translation>
    </message>
    <message>
        <source>Each lock is held by its old token again, for what is left of its lease. One that is held again, or whose lease has ended, is skipped and counted.</source>
        <translation>Jede Sperre gehört wieder ihrem alten Token, für den Rest ihrer Frist. Was wieder gehalten wird oder wessen Frist um ist, bleibt unberührt und wird gezählt.</translation>
    </message>
    <message>
        <source>The group continues after the id that it had read last before, unless it has read on since.</source>
        <translation>Die Gruppe liest nach der ID weiter, die sie zuvor zuletzt gelesen hatte, sofern sie seither nicht weitergelesen hat.</translation>
    </message>
    <message>
        <source>It gets back the text that it had, unless it has been changed since.</source>
        <translation>Der Job bekommt den Text zurück, den er hatte, sofern er seither nicht geändert wurde.</translation>
    </message>
    <message>
        <source>1 consumer</source>
        <translation>1 Consumer</translation>
    </message>
    <message numerus="yes">
        <source>%1 consumers</source>
        <translation>
            <numerusform>%1 Consumer</numerusform>
            <numerusform>%1 Consumer</numerusform>
        </translation>
    </message>
    <message>
        <source>1 group</source>
        <translation>1 Gruppe</translation>
    </message>
    <message numerus="yes">
        <source>%1 groups</source>
        <translation>
            <numerusform>%1 Gruppe</numerusform>
            <numerusform>%1 Gruppen</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo: %1, %2, %3</source>
        <translation>Rückgängig: %1, %2, %3</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>date</comment>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>date</comment>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>%1 (%2, %3)</source>
        <translation>%1 (%2, %3)</translation>
    </message>
    <message>
        <source>%1 will expire %2. The server then removes it and everything in it.</source>
        <translation>Ablauf von %1: %2. Dann entfernt der Server den Schlüssel mit allem, was er enthält.</translation>
    </message>
    <message>
        <source>%1 will expire %2. The server then removes them and everything in them.</source>
        <translation>Ablauf von %1: %2. Dann entfernt der Server sie mit allem, was sie enthalten.</translation>
    </message>
    <message>
        <source>%1 will expire, the first %2, the last %3. The server then removes them and everything in them.</source>
        <translation>Ablauf von %1: der erste %2, der letzte %3. Dann entfernt der Server sie mit allem, was sie enthalten.</translation>
    </message>
    <message>
        <source>%1 will no longer expire; it stays until it is removed.</source>
        <translation>%1 läuft nicht mehr ab und bleibt, bis jemand den Schlüssel entfernt.</translation>
    </message>
    <message>
        <source>%1 will no longer expire; they stay until removed.</source>
        <translation>%1 laufen nicht mehr ab und bleiben, bis jemand sie entfernt.</translation>
    </message>
    <message>
        <source>They go to %1.</source>
        <translation>Sie kommen in %1.</translation>
    </message>
    <message>
        <source>They go from %1 to %2.</source>
        <translation>Sie kommen von %1 in %2.</translation>
    </message>
    <message>
        <source>set on %1</source>
        <translation>für %1 gesetzt</translation>
    </message>
    <message>
        <source>due %1</source>
        <translation>fällig %1</translation>
    </message>
    <message>
        <source>
  XGROUP DELCONSUMER %1 %2, if nothing is pending at it</source>
        <translation>
  XGROUP DELCONSUMER %1 %2, wenn bei ihm nichts offen ist</translation>
    </message>
    <message>
        <source>The old expiry of %1 has passed and would delete it.</source>
        <translation>Die frühere Ablaufzeit von %1 ist vorbei und würde den Schlüssel löschen.</translation>
    </message>
    <message>
        <source>If entries were added to %1 after those that are removed again, the server does not know the lag of its groups until they have read further.</source>
        <translation>Kamen nach den Einträgen, die wieder herausgenommen werden, andere in %1, so kennt der Server den Rückstand der Gruppen nicht, bis sie weitergelesen haben.</translation>
    </message>
    <message>
        <source>The lease of %1 has ended; it is not put back.</source>
        <translation>Die Frist von %1 ist um; die Sperre wird nicht zurückgelegt.</translation>
    </message>
    <message>
        <source>%1 is held again; it is left to its holder.</source>
        <translation>%1 wird wieder gehalten; die Sperre bleibt bei ihrem Halter.</translation>
    </message>
    <message>
        <source>each with the score it had</source>
        <translation>jeweils mit dem früheren Score</translation>
    </message>
    <message>
        <source>scores %1 to %2</source>
        <translation>Scores %1 bis %2</translation>
    </message>
    <message>
        <source>The group counts them as done, and no consumer gets them again. The stream stays as it is.</source>
        <translation>Die Gruppe zählt sie als erledigt, und kein Consumer bekommt sie wieder. Der Stream bleibt, wie er ist.</translation>
    </message>
    <message>
        <source>1 is no longer in the stream: an undo could not make it pending again.</source>
        <translation>1 ist nicht mehr im Stream: Rückgängig könnte es nicht wieder offen machen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 are no longer in the stream: an undo could not make them pending again.</source>
        <translation>
            <numerusform>%1 ist nicht mehr im Stream: Rückgängig könnte es nicht wieder offen machen.</numerusform>
            <numerusform>%1 sind nicht mehr im Stream: Rückgängig könnte sie nicht wieder offen machen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 1 other cannot go back either.</source>
        <translation>%1 1 anderes kann auch nicht zurück.</translation>
    </message>
    <message numerus="yes">
        <source>%1 %2 others cannot go back either.</source>
        <translation>
            <numerusform>%1 %2 anderes kann auch nicht zurück.</numerusform>
            <numerusform>%1 %2 andere können auch nicht zurück.</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing changed</source>
        <translation>nichts geändert</translation>
    </message>
    <message>
        <source>1: no longer as shown, or still holding entries</source>
        <translation>1: nicht mehr wie gezeigt, oder hat noch Einträge</translation>
    </message>
    <message>
        <source>%1: no longer as shown, or still holding entries</source>
        <translation>%1: nicht mehr wie gezeigt, oder haben noch Einträge</translation>
    </message>
    <message>
        <source>%1 holds 1 pending entry that was deleted from the stream and cannot be given to another consumer. Acknowledge it first, then remove %1.</source>
        <translation>%1 hat 1 ausstehenden Eintrag, der aus dem Stream gelöscht wurde und keinem anderen Consumer gegeben werden kann. Bestätigen Sie ihn zuerst und entfernen Sie %1 danach.</translation>
    </message>
    <message numerus="yes">
        <source>%1 holds %2 pending entries that were deleted from the stream and cannot be given to another consumer. Acknowledge them first, then remove %1.</source>
        <translation>
            <numerusform>%1 hat %2 ausstehenden Eintrag, der aus dem Stream gelöscht wurde und keinem anderen Consumer gegeben werden kann. Bestätigen Sie ihn zuerst und entfernen Sie %1 danach.</numerusform>
            <numerusform>%1 hat %2 ausstehende Einträge, die aus dem Stream gelöscht wurden und keinem anderen Consumer gegeben werden können. Bestätigen Sie sie zuerst und entfernen Sie %1 danach.</numerusform>
        </translation>
    </message>
    <message>
        <source>The server shows these consumers as just seen, even dead ones.</source>
        <translation>Der Server zeigt diese Consumer als eben gesehen, auch tote.</translation>
    </message>
    <message>
        <source>Nobody was seen last before that time. Try a shorter one.</source>
        <translation>Alle wurden seither gesehen, soweit sie je gesehen wurden. Eine kürzere Zeit versuchen.</translation>
    </message>
    <message>
        <source>It has been undone, is an undo itself, or nothing was kept that can go back.</source>
        <translation>Sie wurde rückgängig gemacht, macht selbst etwas rückgängig, oder nichts ist aufbewahrt, was zurückkann.</translation>
    </message>
    <message>
        <source>Cannot be undone: its entries had been deleted from the stream.</source>
        <translation>Kann nicht rückgängig gemacht werden: ihre Einträge waren aus dem Stream gelöscht.</translation>
    </message>
    <message>
        <source>%1 cannot be undone: its entries had been deleted</source>
        <translation>%1 kann nicht rückgängig gemacht werden: ihre Einträge waren gelöscht</translation>
    </message>
</context>
<context>
    <name>payload</name>
    <message numerus="yes">
        <source>%1 field</source>
        <translation>
            <numerusform>%1 Feld</numerusform>
            <numerusform>%1 Felder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 fields</source>
        <translation>
            <numerusform>%1 Feld</numerusform>
            <numerusform>%1 Felder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 item</source>
        <translation>
            <numerusform>%1 Eintrag</numerusform>
            <numerusform>%1 Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 items</source>
        <translation>
            <numerusform>%1 Eintrag</numerusform>
            <numerusform>%1 Einträge</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>plimsoll::app::AlertChannel</name>
    <message>
        <source>more than %1 notifications are waiting; the oldest was dropped</source>
        <translation>mehr als %1 Alarme sind noch zu melden; der älteste wird es nicht</translation>
    </message>
    <message>
        <source>not notified: too many were waiting</source>
        <translation>nicht gemeldet: zu viele andere</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::AlertNotifier</name>
    <message>
        <source>shown</source>
        <translation>angezeigt</translation>
    </message>
    <message>
        <source>nothing was sent: off until you allow it</source>
        <translation>nichts gesendet: aus, bis Sie es erlauben</translation>
    </message>
    <message>
        <source>not notified: off until you allow it</source>
        <translation>nicht gemeldet: aus, bis es erlaubt wird</translation>
    </message>
    <message>
        <source>not notified: the workspace no longer has this channel</source>
        <translation>nicht gemeldet: Der Arbeitsbereich kennt diesen Weg nicht mehr</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::AlertWatch</name>
    <message>
        <source>The note could not be saved: there is no alerts file for this workspace</source>
        <translation>Die Notiz konnte nicht gespeichert werden: Es gibt keine Datei der Alarme dieses Arbeitsbereichs</translation>
    </message>
    <message>
        <source>The note could not be saved: %1</source>
        <translation>Die Notiz konnte nicht gespeichert werden: %1</translation>
    </message>
    <message>
        <source>It could not be saved: there is no alerts file for this workspace</source>
        <translation>Das konnte nicht gespeichert werden: Es gibt keine Datei der Alarme dieses Arbeitsbereichs</translation>
    </message>
    <message>
        <source>That note was removed in the meantime; your text was saved as a new one</source>
        <translation>Jemand hatte diese Notiz inzwischen entfernt: Was Sie geschrieben haben, ist als neue aufgehoben</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::AlertsController</name>
    <message>
        <source>The note could not be saved: this view saves no alerts</source>
        <translation>Die Notiz konnte nicht gespeichert werden: Von dem, was gezeigt wird, wird nichts aufbewahrt</translation>
    </message>
    <message>
        <source>nothing was sent: this view saves no alerts</source>
        <translation>nichts gesendet: Für das, was angezeigt wird, werden keine Alarme geführt</translation>
    </message>
    <message>
        <source>kept by another process</source>
        <translation>hält ein anderer Prozess fest</translation>
    </message>
    <message>
        <source>not kept: %1</source>
        <translation>nicht festgehalten: %1</translation>
    </message>
    <message>
        <source>Actions of this workspace on this computer are off until you allow them</source>
        <translation>Was dieser Arbeitsbereich auf diesem Rechner tun würde, ist aus, bis Sie es erlauben</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::CommandChannel</name>
    <message>
        <source>cannot be started</source>
        <translation>lässt sich nicht starten</translation>
    </message>
    <message>
        <source>did not end in time and was killed</source>
        <translation>endete nicht rechtzeitig und wurde abgebrochen</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>ist abgestürzt</translation>
    </message>
    <message>
        <source>ended with %1</source>
        <translation>endete mit %1</translation>
    </message>
    <message>
        <source>the command %1 %2</source>
        <translation>der Befehl %1 %2</translation>
    </message>
    <message>
        <source>exit 0</source>
        <translation>Exit 0</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::ConnectionController</name>
    <message>
        <source>A recording has figures, but no elements</source>
        <translation>Eine Aufzeichnung hat Kennzahlen, aber keine Elemente</translation>
    </message>
    <message>
        <source>A recording has no slow log</source>
        <translation>Eine Aufzeichnung hat kein Slow Log</translation>
    </message>
    <message>
        <source>A recording has figures, but no memory of keys</source>
        <translation>Eine Aufzeichnung hat Zahlen, aber keinen Speicher von Schlüsseln</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::Dashboard</name>
    <message>
        <source>%1 is open here</source>
        <translation>%1 ist hier offen</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::DesktopChannel</name>
    <message>
        <source>%1: %2 alerts</source>
        <translation>%1: %2 Alarme</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Mute for 1 h</source>
        <translation>1 h stumm</translation>
    </message>
    <message>
        <source>there is no session bus</source>
        <translation>Es gibt keinen Sitzungsbus</translation>
    </message>
    <message>
        <source>no notifications: %1</source>
        <translation>keine Benachrichtigungen: %1</translation>
    </message>
    <message>
        <source>no notifications: %1; trying again</source>
        <translation>keine Benachrichtigungen: %1; es wird noch einmal versucht</translation>
    </message>
    <message>
        <source>not shown: %1</source>
        <translation>nicht gezeigt: %1</translation>
    </message>
    <message>
        <source>the session bus has no notification service</source>
        <translation>Niemand am Sitzungsbus zeigt sie an</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::HistoryController</name>
    <message>
        <source>There is no history of it</source>
        <translation>Davon gibt es keinen Verlauf</translation>
    </message>
    <message>
        <source>No report was made: %1</source>
        <translation>Es wurde kein Bericht gemacht: %1</translation>
    </message>
    <message>
        <source>%1 report</source>
        <translation>%1 Bericht</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::OperationsController</name>
    <message>
        <source>%1 could not be saved: %2</source>
        <translation>%1 konnte nicht gespeichert werden: %2</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>%1 speichern</translation>
    </message>
    <message>
        <source>%1 saved in %2</source>
        <translation>%1 gespeichert in %2</translation>
    </message>
    <message>
        <source>It has already been undone.</source>
        <translation>Sie wurde bereits rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Nothing of it is kept any more.</source>
        <translation>Von ihr ist nichts mehr aufbewahrt.</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::PastReader</name>
    <message>
        <source>Nothing is recorded yet</source>
        <translation>Noch ist nichts aufgezeichnet</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::Session</name>
    <message>
        <source>A recording has no journal</source>
        <translation>Eine Aufzeichnung hat kein Journal</translation>
    </message>
    <message>
        <source>A recording is shown as it was; nothing was changed</source>
        <translation>Eine Aufzeichnung bleibt, wie sie war; nichts wurde geändert</translation>
    </message>
    <message>
        <source>A recording has no history to make a report of.</source>
        <translation>Eine Aufzeichnung hat keinen Verlauf, aus dem ein Bericht zu machen wäre.</translation>
    </message>
    <message>
        <source>No history is kept of this server.</source>
        <translation>Von diesem Server wird kein Verlauf aufbewahrt.</translation>
    </message>
    <message>
        <source>No history is kept: %1</source>
        <translation>Es wird kein Verlauf aufbewahrt: %1</translation>
    </message>
    <message>
        <source>Nothing was changed: the collections would %1</source>
        <translation>Nichts wurde geändert: Die Sammlungen würden %1</translation>
    </message>
    <message>
        <source>Nothing was copied: the figures of this collection have not been read yet</source>
        <translation>Nichts kopiert: Von dieser Sammlung wurden noch keine Werte gelesen</translation>
    </message>
    <message>
        <source>The first %1 of %2 commands copied for redis-cli</source>
        <translation>Die ersten %1 von %2 Befehlen für redis-cli kopiert</translation>
    </message>
    <message>
        <source>1 command copied for redis-cli</source>
        <translation>1 Befehl für redis-cli kopiert</translation>
    </message>
    <message numerus="yes">
        <source>%n commands copied for redis-cli</source>
        <translation>
            <numerusform>%n Befehl für redis-cli kopiert</numerusform>
            <numerusform>%n Befehle für redis-cli kopiert</numerusform>
        </translation>
    </message>
    <message>
        <source>The workspace was changed in the meantime; nothing was done</source>
        <translation>Der Arbeitsbereich hat sich inzwischen geändert; nichts wurde getan</translation>
    </message>
    <message>
        <source>1 collection added</source>
        <translation>1 Sammlung hinzugefügt</translation>
    </message>
    <message numerus="yes">
        <source>%n collections added</source>
        <translation>
            <numerusform>%n Sammlung hinzugefügt</numerusform>
            <numerusform>%n Sammlungen hinzugefügt</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; Ctrl+S saves them in a file</source>
        <translation>%1; Strg+S speichert sie in einer Datei</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::SessionController</name>
    <message numerus="yes">
        <source>%1 (and %n more)</source>
        <translation>
            <numerusform>%1 (und %n weiterer)</numerusform>
            <numerusform>%1 (und %n weitere)</numerusform>
        </translation>
    </message>
    <message>
        <source>The password is in the system keychain</source>
        <translation>Das Passwort ist im Schlüsselbund des Systems</translation>
    </message>
    <message>
        <source>The password could not be saved: %1</source>
        <translation>Das Passwort konnte nicht aufbewahrt werden: %1</translation>
    </message>
    <message>
        <source>The demo has a server of its own; connect to another with Ctrl+N</source>
        <translation>Die Demo hat ihren eigenen Server; mit Strg+N geht es zu einem anderen</translation>
    </message>
    <message>
        <source>The demo was not opened: this workspace is not saved yet</source>
        <translation>Die Demo wurde nicht geöffnet: dieser Arbeitsbereich steht noch in keiner Datei</translation>
    </message>
    <message>
        <source>The password was for another server; nothing was done</source>
        <translation>Das Passwort war für einen anderen Server; nichts wurde getan</translation>
    </message>
    <message>
        <source>The recording ends here</source>
        <translation>Hier endet die Aufzeichnung</translation>
    </message>
    <message>
        <source>%1 (recording)</source>
        <translation>%1 (Aufzeichnung)</translation>
    </message>
    <message>
        <source>A recording has no server; connect to one with Ctrl+N</source>
        <translation>Eine Aufzeichnung hat keinen Server; verbinden mit Strg+N</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::TrayIcon</name>
    <message>
        <source>%1: all is well</source>
        <translation>%1: alles in Ordnung</translation>
    </message>
    <message>
        <source>Show the window</source>
        <translation>Fenster zeigen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::WebhookChannel</name>
    <message>
        <source>connection refused</source>
        <translation>Verbindung abgelehnt</translation>
    </message>
    <message>
        <source>no such host</source>
        <translation>kein solcher Rechner</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>keine Antwort in der Zeit</translation>
    </message>
    <message>
        <source>its certificate is not trusted</source>
        <translation>seinem Zertifikat wird nicht vertraut</translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation>die Verbindung ging verloren</translation>
    </message>
    <message>
        <source>the webhook at %1</source>
        <translation>der Webhook bei %1</translation>
    </message>
    <message>
        <source>%1: the environment variable %2 is not set</source>
        <translation>%1: Die Umgebung hat kein %2</translation>
    </message>
    <message>
        <source>%1: %2; the alert is not sent again</source>
        <translation>%1: %2; der Alarm wird nicht noch einmal gesendet</translation>
    </message>
    <message>
        <source>%1: %2, tried %3 times; the alert is not sent again</source>
        <translation>%1: %2, %3-mal versucht; der Alarm wird nicht noch einmal gesendet</translation>
    </message>
    <message>
        <source>%1: %2; trying again</source>
        <translation>%1: %2; es wird wieder versucht</translation>
    </message>
    <message>
        <source>not sent: its URL is incomplete</source>
        <translation>nicht gesendet: Die URL ist nicht vollständig</translation>
    </message>
    <message>
        <source>answered %1</source>
        <translation>antwortete %1</translation>
    </message>
    <message>
        <source>its certificate is for another host</source>
        <translation>sein Zertifikat gilt für einen anderen Host</translation>
    </message>
    <message>
        <source>%1: %2 is not sent; only names that begin with PLIMSOLL_ are, and those that PLIMSOLL_WEBHOOK_NAMES lists</source>
        <translation>%1: %2 wird nicht gesendet; nur Namen, die mit PLIMSOLL_ beginnen, und solche, die PLIMSOLL_WEBHOOK_NAMES aufzählt</translation>
    </message>
    <message>
        <source>%1: not a valid URL once its variables are filled in</source>
        <translation>%1: Mit dem, was die Umgebung hat, ist es keine URL</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::WindowDialogs</name>
    <message>
        <source>%1 copy</source>
        <translation>%1 Kopie</translation>
    </message>
    <message>
        <source>%1 copy %2</source>
        <translation>%1 Kopie %2</translation>
    </message>
    <message>
        <source>Remove from the workspace</source>
        <translation>Aus dem Arbeitsbereich entfernen</translation>
    </message>
    <message>
        <source>Remove %1 from the workspace?</source>
        <translation>%1 aus dem Arbeitsbereich entfernen?</translation>
    </message>
    <message>
        <source>The keys on the server stay as they are; Plimsoll no longer watches them.</source>
        <translation>Die Schlüssel auf dem Server bleiben, wie sie sind; Plimsoll beobachtet sie nicht mehr.</translation>
    </message>
    <message>
        <source>Open a workspace</source>
        <translation>Arbeitsbereich öffnen</translation>
    </message>
    <message>
        <source>Workspaces (*.json);;All files (*)</source>
        <translation>Arbeitsbereiche (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the workspace</source>
        <translation>Arbeitsbereich speichern</translation>
    </message>
    <message>
        <source>Workspaces (*.json)</source>
        <translation>Arbeitsbereiche (*.json)</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Save the workspace “%1”?</source>
        <translation>Arbeitsbereich „%1“ speichern?</translation>
    </message>
    <message>
        <source>If you don&apos;t, its connection and collections will be lost.</source>
        <translation>Sonst gehen seine Verbindung und seine Sammlungen verloren.</translation>
    </message>
    <message>
        <source>Don&apos;t save</source>
        <translation>Nicht speichern</translation>
    </message>
    <message>
        <source>Allow what this workspace does?</source>
        <translation>Erlauben, was dieser Arbeitsbereich tut?</translation>
    </message>
    <message>
        <source>What the workspace wants to do</source>
        <translation>Was der Arbeitsbereich tun will</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Erlauben</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Restart the demo</source>
        <translation>Demo neu starten</translation>
    </message>
    <message>
        <source>End this demo and start a new one?</source>
        <translation>Diese Demo beenden und eine neue starten?</translation>
    </message>
    <message>
        <source>Its server is shut down with everything in it: jobs, history, journal, and any run of the Lab.</source>
        <translation>Ihr Server endet mit allem darin: Jobs, Verlauf, Journal und ein Lauf des Labors.</translation>
    </message>
    <message>
        <source>Start a new demo</source>
        <translation>Neue Demo starten</translation>
    </message>
    <message>
        <source>%1 wants to do this on this computer when it connects, or when there is an alert. Allow it only if you trust the author of the file. Until then, none of it runs.</source>
        <translation>%1 will dies auf diesem Rechner tun, beim Verbinden oder bei einem Alarm. Erlauben Sie es nur, wenn Sie wissen, von wem die Datei ist, und es so wollen. Bis dahin geschieht es nicht.</translation>
    </message>
    <message>
        <source>Connect to a server</source>
        <translation>Mit einem Server verbinden</translation>
    </message>
    <message>
        <source>Connect in this tab or in a new one?</source>
        <translation>In diesem Tab verbinden oder in einem neuen?</translation>
    </message>
    <message>
        <source>In this tab, “%1” is closed once you connect.</source>
        <translation>In diesem Tab wird „%1“ geschlossen, sobald Sie verbinden.</translation>
    </message>
    <message>
        <source>In a new tab</source>
        <translation>In neuem Tab</translation>
    </message>
    <message>
        <source>In this tab</source>
        <translation>In diesem Tab</translation>
    </message>
</context>
<context>
    <name>plimsoll::app::WorkspaceDocument</name>
    <message>
        <source>%1 saved</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>%1 could not be saved: %2</source>
        <translation>%1 konnte nicht gespeichert werden: %2</translation>
    </message>
</context>
<context>
    <name>plimsoll::demo::DemoServer</name>
    <message>
        <source>%1 is not installed; on Debian: sudo apt install redis-tools</source>
        <translation>%1 ist nicht installiert; unter Debian: sudo apt install redis-tools</translation>
    </message>
    <message>
        <source>redis-server did not answer within 10 s of its start</source>
        <translation>redis-server hat in den 10 s nach seinem Start nicht geantwortet</translation>
    </message>
    <message>
        <source> Its last words: %1</source>
        <translation> Seine letzten Worte: %1</translation>
    </message>
    <message>
        <source>redis-server ended before it was ready.</source>
        <translation>redis-server endete, bevor er bereit war.</translation>
    </message>
    <message numerus="yes">
        <source>redis-server died %n times in a row.</source>
        <translation>
            <numerusform>redis-server ist %n-mal nacheinander gestorben.</numerusform>
            <numerusform>redis-server ist %n-mal nacheinander gestorben.</numerusform>
        </translation>
    </message>
    <message>
        <source>The demo&apos;s redis-server ended; restarting it.</source>
        <translation>Der redis-server der Demo ist beendet; er wird neu gestartet.</translation>
    </message>
</context>
<context>
    <name>plimsoll::models::CollectionModel</name>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>%1 since %2</source>
        <translation>%1 seit %2</translation>
    </message>
    <message>
        <source>%1 since %2 or longer</source>
        <translation>%1 seit %2 oder länger</translation>
    </message>
</context>
<context>
    <name>plimsoll::models::ElementOutcomes</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>all groups: %1, %2</source>
        <translation>alle Gruppen: %1, %2</translation>
    </message>
    <message>
        <source>in work again, %1</source>
        <translation>wieder in Arbeit, %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::models::LeaderboardModel</name>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>tie</source>
        <translation>Gleichstand</translation>
    </message>
    <message>
        <source>tie, %1</source>
        <translation>Gleichstand, %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 · in %n shards</source>
        <translation>
            <numerusform>%1 · in %n Shard</numerusform>
            <numerusform>%1 · in %n Shards</numerusform>
        </translation>
    </message>
    <message>
        <source>The score of the member above; equal scores are ordered by the member&apos;s name</source>
        <translation>Der Score des Mitglieds darüber; gleiche Scores sind nach dem Namen des Mitglieds geordnet</translation>
    </message>
    <message numerus="yes">
        <source>In %n shards with a score of its own in each; the best counts</source>
        <translation>
            <numerusform>In %n Shard mit je eigenem Score; der beste zählt</numerusform>
            <numerusform>In %n Shards mit je eigenem Score; der beste zählt</numerusform>
        </translation>
    </message>
    <message>
        <source>At worst this: members above that are in several shards may have been counted in each</source>
        <translation>Nicht schlechter als das: wer darüber in mehreren Shards ist, kann in jedem gezählt sein</translation>
    </message>
    <message>
        <source>The bars start at %1, not at zero, to show the differences between scores</source>
        <translation>Die Balken beginnen bei %1, nicht bei null: erst so sind die Scores zu unterscheiden</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>ab %1</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>Zuwachs</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
</context>
<context>
    <name>plimsoll::models::PresenceModel</name>
    <message>
        <source>%1 came</source>
        <translation>%1 kam</translation>
    </message>
    <message>
        <source>%1 went</source>
        <translation>%1 ging</translation>
    </message>
    <message>
        <source>came</source>
        <translation>kam</translation>
    </message>
    <message>
        <source>went</source>
        <translation>ging</translation>
    </message>
    <message>
        <source>when</source>
        <translation>wann</translation>
    </message>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>member</source>
        <translation>Mitglied</translation>
    </message>
</context>
<context>
    <name>plimsoll::redis::Operator</name>
    <message>
        <source>There is no connection to act on.</source>
        <translation>Es gibt keine Verbindung, auf der etwas getan werden könnte.</translation>
    </message>
    <message>
        <source>The workspace is read-only; nothing was changed.</source>
        <translation>Der Arbeitsbereich ist schreibgeschützt; nichts wurde geändert.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::AlertPanel</name>
    <message>
        <source>Select an alert to see all of it here.</source>
        <translation>Wählen Sie einen Alarm, um hier alles davon zu sehen.</translation>
    </message>
    <message>
        <source>The selected alert</source>
        <translation>Der gewählte Alarm</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>clears</source>
        <translation>vorbei</translation>
    </message>
    <message>
        <source>began</source>
        <translation>begann</translation>
    </message>
    <message>
        <source>worst</source>
        <translation>schlimmster Stand</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>Aussicht</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Edit limit…</source>
        <translation>Grenzwert bearbeiten…</translation>
    </message>
    <message>
        <source>%1, resolved</source>
        <translation>%1, behoben</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 or earlier</source>
        <translation>%1 oder früher</translation>
    </message>
    <message>
        <source>muted by %1</source>
        <translation>stumm durch %1</translation>
    </message>
    <message>
        <source>%1, after %2</source>
        <translation>%1, nach %2</translation>
    </message>
    <message>
        <source>warning %1</source>
        <translation>Warnung %1</translation>
    </message>
    <message>
        <source>critical %1</source>
        <translation>kritisch %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Shows the whole window as it was at %1.</source>
        <translation>Zeigt das ganze Fenster, wie es um %1 war.</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>resolved</source>
        <translation>behoben</translation>
    </message>
    <message>
        <source>notified</source>
        <translation>benachrichtigt</translation>
    </message>
    <message>
        <source>Unacknowledge</source>
        <translation>Bestätigung zurücknehmen</translation>
    </message>
    <message>
        <source>Nobody. Set up notifications under “notify” in the workspace file.</source>
        <translation>Niemand. Benachrichtigungen unter „notify“ in der Datei des Arbeitsbereichs einrichten.</translation>
    </message>
    <message>
        <source>not notified yet</source>
        <translation>noch nicht benachrichtigt</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>muted</source>
        <translation>stumm</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>bis %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::AlertsCard</name>
    <message>
        <source>Active alerts</source>
        <translation>Aktive Alarme</translation>
    </message>
    <message>
        <source>Past alerts</source>
        <translation>Vergangene Alarme</translation>
    </message>
    <message>
        <source>Which active alerts</source>
        <translation>Welche aktiven Alarme</translation>
    </message>
    <message>
        <source>Which past alerts</source>
        <translation>Welche vergangenen Alarme</translation>
    </message>
    <message>
        <source>every collection</source>
        <translation>jede Sammlung</translation>
    </message>
    <message>
        <source>active (%1)</source>
        <translation>aktiv (%1)</translation>
    </message>
    <message>
        <source>acknowledged (%1)</source>
        <translation>bestätigt (%1)</translation>
    </message>
    <message>
        <source>muted (%1)</source>
        <translation>stumm (%1)</translation>
    </message>
    <message>
        <source>past 24 h (%1)</source>
        <translation>letzte 24 h (%1)</translation>
    </message>
    <message>
        <source>past 7 days (%1)</source>
        <translation>letzte 7 Tage (%1)</translation>
    </message>
    <message>
        <source>past 30 days (%1)</source>
        <translation>letzte 30 Tage (%1)</translation>
    </message>
    <message>
        <source>past, all (%1)</source>
        <translation>vergangen, alle (%1)</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>unacknowledged (%1)</source>
        <translation>unbestätigt (%1)</translation>
    </message>
    <message>
        <source>Worst first; among equals, unacknowledged ones first.</source>
        <translation>Die schlimmsten stehen vorn, davon zuerst die, die niemand übernommen hat.</translation>
    </message>
    <message>
        <source>Most recently resolved first.</source>
        <translation>Was zuletzt vorbei war, steht vorn.</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Von welcher Sammlung</translation>
    </message>
    <message>
        <source>No alert matches the choices above or the filter.</source>
        <translation>Kein Alarm ist so, wie oben gewählt, oder passt zum Filter.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::AlertsPage</name>
    <message>
        <source>No alerts</source>
        <translation>Keine Alarme</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>Mute for ▾</source>
        <translation>Stumm für ▾</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>Notiz…</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Mute for</source>
        <translation>Stumm für</translation>
    </message>
    <message>
        <source>Open its collection</source>
        <translation>Seine Sammlung öffnen</translation>
    </message>
    <message>
        <source>Select one that is active.</source>
        <translation>Wählen Sie einen aktiven.</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>1 selected · %1</source>
        <translation>1 gewählt · %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 selected · %2</source>
        <translation>
            <numerusform>%1 gewählt · %2</numerusform>
            <numerusform>%1 gewählt · %2</numerusform>
        </translation>
    </message>
    <message>
        <source>The past is shown.</source>
        <translation>Die Vergangenheit wird gezeigt.</translation>
    </message>
    <message>
        <source>Nothing resolved yet</source>
        <translation>Noch nichts behoben</translation>
    </message>
    <message>
        <source>Resolved alerts stay here for 400 days.</source>
        <translation>Behobene Alarme bleiben hier 400 Tage lang.</translation>
    </message>
    <message>
        <source>Unacknowledge</source>
        <translation>Bestätigung zurücknehmen</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>Nicht mehr stumm</translation>
    </message>
    <message>
        <source>It is acknowledged already.</source>
        <translation>Er ist schon bestätigt.</translation>
    </message>
    <message>
        <source>Maintain</source>
        <translation>Pflegen</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Weitere Aktionen</translation>
    </message>
    <message>
        <source>Send a test notification</source>
        <translation>Testbenachrichtigung senden</translation>
    </message>
    <message>
        <source>Set up notifications under “notify” in the workspace file.</source>
        <translation>Benachrichtigungen werden in der Datei des Arbeitsbereichs unter „notify“ eingerichtet.</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>Behoben</translation>
    </message>
    <message>
        <source>Nothing is over its limit. Set limits in a collection&apos;s editor, under “Limits”, which also proposes values. Set who is notified in the workspace file, for example
&quot;notify&quot;: {&quot;from&quot;: &quot;critical&quot;, &quot;desktop&quot;: true, &quot;command&quot;: [&quot;page&quot;, &quot;--me&quot;]}
This window watches while it is open; “plimsoll record” watches without one, day and night.</source>
        <translation>Nichts ist über seinem Grenzwert. Was zu viel ist, steht im Editor einer Sammlung unter „Grenzwerte“, wo auch Werte vorgeschlagen werden. Wem gemeldet wird, steht in der Datei des Arbeitsbereichs, etwa
&quot;notify&quot;: {&quot;from&quot;: &quot;critical&quot;, &quot;desktop&quot;: true, &quot;command&quot;: [&quot;page&quot;, &quot;--me&quot;]}
Dieses Fenster wacht, solange es offen ist; „plimsoll record“ tut es ohne Fenster, Tag und Nacht.</translation>
    </message>
    <message>
        <source>figure against limit, last %1</source>
        <translation>Wert gegen Grenze, letzte %1</translation>
    </message>
    <message>
        <source>%1 (%2 so far)</source>
        <translation>%1 (bisher %2)</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::AroundCard</name>
    <message>
        <source>Around %1</source>
        <translation>Um %1</translation>
    </message>
    <message>
        <source>the moment shown</source>
        <translation>der gezeigte Zeitpunkt</translation>
    </message>
    <message>
        <source>Add a note…</source>
        <translation>Notiz hinzufügen …</translation>
    </message>
    <message>
        <source>%1 more…</source>
        <translation>%1 weitere …</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::BarPlot</name>
    <message>
        <source>%1 in all</source>
        <translation>%1 insgesamt</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::BoundsPage</name>
    <message>
        <source>Only watched collections can be changed. Add it in “Find collections” first.</source>
        <translation>Nur beobachtete Sammlungen lassen sich ändern. Fügen Sie sie erst unter „Sammlungen suchen“ hinzu.</translation>
    </message>
    <message>
        <source>This kind of collection has no order to trim by.</source>
        <translation>Diese Art von Sammlung hat keine Ordnung, nach der sich kürzen ließe.</translation>
    </message>
    <message>
        <source>The keys of this kind of collection must not expire.</source>
        <translation>Die Schlüssel dieser Art von Sammlung dürfen nicht ablaufen.</translation>
    </message>
    <message>
        <source>Trim…</source>
        <translation>Kürzen…</translation>
    </message>
    <message>
        <source>Set expiry…</source>
        <translation>Ablauf setzen…</translation>
    </message>
    <message>
        <source>Bounds</source>
        <translation>Schranken</translation>
    </message>
    <message>
        <source>Approve…</source>
        <translation>Genehmigen…</translation>
    </message>
    <message>
        <source>Set bound…</source>
        <translation>Schranke setzen…</translation>
    </message>
    <message>
        <source>Collections and what bounds them</source>
        <translation>Sammlungen und was sie begrenzt</translation>
    </message>
    <message>
        <source>Largest keys</source>
        <translation>Größte Schlüssel</translation>
    </message>
    <message>
        <source>The largest keys are listed first.</source>
        <translation>Die größten Schlüssel stehen zuerst.</translation>
    </message>
    <message>
        <source>Memory by collection</source>
        <translation>Speicher nach Sammlung</translation>
    </message>
    <message numerus="yes">
        <source>%1 others</source>
        <translation>
            <numerusform>%1 weitere</numerusform>
            <numerusform>%1 weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Growth and memory are not recorded</source>
        <translation>Wachstum und Speicher werden nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Escape returns to live.</source>
        <translation>Escape kehrt zur Gegenwart zurück.</translation>
    </message>
    <message>
        <source>Waiting for the connection…</source>
        <translation>Warten auf die Verbindung…</translation>
    </message>
    <message>
        <source>No collections are watched</source>
        <translation>Keine Sammlung wird beobachtet</translation>
    </message>
    <message>
        <source>Add some: here is then what keeps each of them from growing for ever, and which does.</source>
        <translation>Fügen Sie welche hinzu: Hier steht dann, was jede von ihnen am endlosen Wachsen hindert, und welche endlos wächst.</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>No collection matches the filter.</source>
        <translation>Keine Sammlung passt zum Filter.</translation>
    </message>
    <message numerus="yes">
        <source>%1 growing without a bound</source>
        <translation>
            <numerusform>%1 wächst ohne Schranke</numerusform>
            <numerusform>%1 wachsen ohne Schranke</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 beyond the bound</source>
        <translation>
            <numerusform>%1 über der Schranke</numerusform>
            <numerusform>%1 über der Schranke</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing grows without a bound</source>
        <translation>nichts wächst ohne Schranke</translation>
    </message>
    <message>
        <source>memory %1 of %2</source>
        <translation>Speicher %1 von %2</translation>
    </message>
    <message>
        <source>memory %1, no maxmemory</source>
        <translation>Speicher %1, kein maxmemory</translation>
    </message>
    <message>
        <source>Select a collection first.</source>
        <translation>Erst eine Sammlung auswählen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 unknown</source>
        <translation>
            <numerusform>%1 unbekannt</numerusform>
            <numerusform>%1 unbekannt</numerusform>
        </translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message numerus="yes">
        <source>%1 more</source>
        <translation>
            <numerusform>%1 weitere</numerusform>
            <numerusform>%1 weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Not measured: %1</source>
        <translation>Nicht gemessen: %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 without a bound, growth not known yet</source>
        <translation>
            <numerusform>%1 ohne Schranke, Wachstum noch nicht bekannt</numerusform>
            <numerusform>%1 ohne Schranke, Wachstum noch nicht bekannt</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing that is watched grows without a bound</source>
        <translation>nichts, was beobachtet wird, wächst ohne Schranke</translation>
    </message>
    <message>
        <source>The keys of watched collections are listed here as soon as they hold something, the largest first.</source>
        <translation>Die Schlüssel der beobachteten Sammlungen stehen hier, sobald sie etwas enthalten, der größte zuerst.</translation>
    </message>
    <message>
        <source>Unknown which keys exist</source>
        <translation>Unbekannt, welche Schlüssel es gibt</translation>
    </message>
    <message>
        <source>Could not be read: %1</source>
        <translation>Nicht lesbar: %1</translation>
    </message>
    <message>
        <source>Searching for keys…</source>
        <translation>Schlüssel werden gesucht…</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>Keine Schlüssel</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::BucketGrid</name>
    <message>
        <source>Buckets by period and shard</source>
        <translation>Buckets nach Zeitraum und Shard</translation>
    </message>
    <message>
        <source>%1: does not exist</source>
        <translation>%1: nicht da</translation>
    </message>
    <message>
        <source>%1, never expires</source>
        <translation>%1, läuft nie ab</translation>
    </message>
    <message>
        <source>%1, expires in %2</source>
        <translation>%1, läuft in %2 ab</translation>
    </message>
    <message>
        <source>no expiry</source>
        <translation>läuft nie ab</translation>
    </message>
    <message>
        <source>∞</source>
        <translation>∞</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>expires</source>
        <translation>läuft ab in</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>2 × mean</source>
        <translation>2 × Mittel</translation>
    </message>
    <message>
        <source>%1: %2 %, %3 × mean</source>
        <translation>%1: %2 %, %3 × Mittel</translation>
    </message>
    <message numerus="yes">
        <source>%1 members</source>
        <translation>
            <numerusform>%1 Mitglied</numerusform>
            <numerusform>%1 Mitglieder</numerusform>
        </translation>
    </message>
    <message>
        <source>1 member</source>
        <translation>1 Mitglied</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, %2 never</source>
        <translation>%1, %2 nie</translation>
    </message>
    <message>
        <source>%1 shards: hover over one, or select it, to see its numbers</source>
        <translation>%1 Shards: auf einen zeigen oder ihn wählen, um seine Zahlen zu sehen</translation>
    </message>
    <message>
        <source>members unknown</source>
        <translation>Mitglieder unbekannt</translation>
    </message>
    <message>
        <source>%1: unknown</source>
        <translation>%1: unbekannt</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::CachePage</name>
    <message>
        <source>When the sample expires, minute by minute</source>
        <translation>Wann die Stichprobe abläuft, Minute für Minute</translation>
    </message>
    <message>
        <source>Share in one minute</source>
        <translation>Anteil in einer Minute</translation>
    </message>
    <message>
        <source>By prefix</source>
        <translation>Nach Präfix</translation>
    </message>
    <message>
        <source>of the sample, in one minute</source>
        <translation>der Stichprobe, in einer Minute</translation>
    </message>
    <message>
        <source>%1 of the sample</source>
        <translation>%1 der Stichprobe</translation>
    </message>
    <message>
        <source>this minute</source>
        <translation>diese Minute</translation>
    </message>
    <message>
        <source>Keys that expire before this minute is over, about.</source>
        <translation>Schlüssel, die vor dem Ende dieser Minute ablaufen, etwa.</translation>
    </message>
    <message>
        <source>sampled</source>
        <translation>Stichprobe</translation>
    </message>
    <message>
        <source>Keys whose expiry is read.</source>
        <translation>Schlüssel, deren Ablauf angesehen wird.</translation>
    </message>
    <message>
        <source>read since %1</source>
        <translation>gelesen seit %1</translation>
    </message>
    <message>
        <source>%1 seen</source>
        <translation>%1 gesehen</translation>
    </message>
    <message>
        <source>Strings like %1, by when they expire</source>
        <translation>Zeichenketten wie %1, und wann sie ablaufen</translation>
    </message>
    <message>
        <source>later</source>
        <translation>später</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>No such key was found.</source>
        <translation>Nichts dieser Art wurde gefunden.</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>%1 · on the right, later: %2, never: %3</source>
        <translation>%1 · rechts später: %2, nie: %3</translation>
    </message>
    <message>
        <source>Not all keys have been scanned yet.</source>
        <translation>Es ist noch nicht alles durchgesehen.</translation>
    </message>
    <message>
        <source>critical %1</source>
        <translation>kritisch %1</translation>
    </message>
    <message>
        <source>warning %1</source>
        <translation>Warnung %1</translation>
    </message>
    <message>
        <source>When these expire, up to %1 entries are rebuilt within a minute. Add jitter to the expiry, and let only one client rebuild an entry at a time.</source>
        <translation>Wenn diese ablaufen, werden bis zu %1 Einträge in einer Minute neu gebaut. Die Ablaufzeit zufällig streuen und einen Eintrag nur von einem Client zugleich neu bauen lassen.</translation>
    </message>
    <message>
        <source>Largest first.</source>
        <translation>Die größten stehen zuerst.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::CollectionCardDelegate</name>
    <message>
        <source>as of %1</source>
        <translation>Stand %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::CollectionEditor</name>
    <message>
        <source>%1 is not valid yet</source>
        <translation>%1 stimmt noch nicht</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Add a collection</source>
        <translation>Sammlung hinzufügen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>A&amp;rt</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>%1. One key per line.</source>
        <translation>%1. Ein Schlüssel je Zeile.</translation>
    </message>
    <message>
        <source>%1 (required)</source>
        <translation>%1 (nötig)</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>default (%1)</source>
        <translation>Vorgabe (%1)</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzwerte</translation>
    </message>
    <message>
        <source>Propose limits</source>
        <translation>Grenzwerte vorschlagen</translation>
    </message>
    <message>
        <source>Fills empty fields with starting values. Without a limit, stale and poison elements, growing dead letters and an exceeded bound are warnings; “%1” turns that off.</source>
        <translation>Füllt, was leer ist, mit Werten für den Anfang. Ohne Grenzwert sind verwaiste und vergiftete Elemente, Dead Letters, die mehr werden, und eine überschrittene Schranke Warnungen; „%1“ schaltet das ab.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>warning at</source>
        <translation>Warnung ab</translation>
    </message>
    <message>
        <source>critical at</source>
        <translation>kritisch ab</translation>
    </message>
    <message>
        <source>The limit is a floor: values at or below it are trouble</source>
        <translation>Der Grenzwert ist ein unterer: bei oder unter ihm gibt es Probleme</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>Schranke</translation>
    </message>
    <message>
        <source>Its keys expire</source>
        <translation>Ihre Schlüssel laufen ab</translation>
    </message>
    <message>
        <source>Approved to grow, because</source>
        <translation>Darf wachsen, weil</translation>
    </message>
    <message>
        <source>the reason</source>
        <translation>der Grund</translation>
    </message>
    <message>
        <source>&amp;Bound</source>
        <translation>&amp;Schranke</translation>
    </message>
    <message>
        <source>Value of the bound</source>
        <translation>Wert der Schranke</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>%1 bearbeiten</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message numerus="yes">
        <source>%1 (and %n more)</source>
        <translation>
            <numerusform>%1 (und %n weiterer)</numerusform>
            <numerusform>%1 (und %n weitere)</numerusform>
        </translation>
    </message>
    <message>
        <source>from the recorded day: twice the usual value</source>
        <translation>aus dem aufgezeichneten Tag: das Doppelte des Üblichen</translation>
    </message>
    <message>
        <source>starting values</source>
        <translation>Werte für den Anfang</translation>
    </message>
    <message>
        <source>%1 of the last 24 h are recorded. The usual value was not exceeded for 99 % of that time.</source>
        <translation>%1 der letzten 24 h sind aufgezeichnet. Üblich ist, was in 99 % davon nicht überschritten wurde.</translation>
    </message>
    <message>
        <source>on the recorded day usually at most %1, peak %2</source>
        <translation>am aufgezeichneten Tag üblicherweise höchstens %1, im Höchstfall %2</translation>
    </message>
    <message>
        <source>%1 · no limit today</source>
        <translation>%1 · heute kein Grenzwert</translation>
    </message>
    <message>
        <source>%1 · today %2</source>
        <translation>%1 · heute %2</translation>
    </message>
    <message>
        <source>No bound (may grow without limit)</source>
        <translation>Keine Schranke (darf unbegrenzt wachsen)</translation>
    </message>
    <message>
        <source>Keep at most N</source>
        <translation>Höchstens N behalten</translation>
    </message>
    <message>
        <source>Keep for a limited time</source>
        <translation>Begrenzte Zeit behalten</translation>
    </message>
    <message>
        <source>How long it must last before it counts</source>
        <translation>Wie lange es andauern muss, bevor es zählt</translation>
    </message>
    <message>
        <source>warning (e.g. 30s)</source>
        <translation>Warnung (z. B. 30s)</translation>
    </message>
    <message>
        <source>critical (e.g. 5m)</source>
        <translation>kritisch (z. B. 5m)</translation>
    </message>
    <message>
        <source>Close without saving?</source>
        <translation>Ohne Speichern schließen?</translation>
    </message>
    <message>
        <source>Your entries will be lost.</source>
        <translation>Ihre Eingaben gehen verloren.</translation>
    </message>
    <message>
        <source>Discard entries</source>
        <translation>Eingaben verwerfen</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>The layout of its keys is known.</source>
        <translation>Der Aufbau seiner Schlüssel ist bekannt.</translation>
    </message>
    <message>
        <source>&amp;Prefix</source>
        <translation>&amp;Präfix</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Holds the sets of all queues together.</source>
        <translation>Eine Menge aller Warteschlangen zusammen.</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>&amp;Warteschlange</translation>
    </message>
    <message>
        <source>Its name in the framework.</source>
        <translation>Ihr Name im Framework.</translation>
    </message>
    <message>
        <source>The beginning of its key names. Empty: the framework&apos;s default.</source>
        <translation>Womit die Namen seiner Schlüssel beginnen. Leer: wie das Framework es einrichtet.</translation>
    </message>
    <message>
        <source>How the collection is kept from growing forever.</source>
        <translation>Wie die Sammlung daran gehindert wird, ewig zu wachsen.</translation>
    </message>
    <message>
        <source>for at least (e.g. 5m)</source>
        <translation>für, z. B. 5m</translation>
    </message>
    <message>
        <source>alert when below</source>
        <translation>oder weniger</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::CollectionPage</name>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Weitere Aktionen</translation>
    </message>
    <message>
        <source>Edit definition…</source>
        <translation>Definition bearbeiten…</translation>
    </message>
    <message>
        <source>Copy key names</source>
        <translation>Schlüsselnamen kopieren</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>as of %1</source>
        <translation>Stand %1</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>Reconcile with job records…</source>
        <translation>Mit Job-Datensätzen abgleichen…</translation>
    </message>
    <message>
        <source>Save history as CSV…</source>
        <translation>Verlauf als CSV speichern…</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>jetzt %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>at %1: %2</source>
        <translation>um %1: %2</translation>
    </message>
    <message>
        <source>at %1: not recorded</source>
        <translation>um %1: nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Copy as redis-cli</source>
        <translation>Als redis-cli kopieren</translation>
    </message>
    <message>
        <source>Click: edit the limit</source>
        <translation>Klick: Grenzwert bearbeiten</translation>
    </message>
    <message>
        <source>Edit limit…</source>
        <translation>Grenzwert bearbeiten…</translation>
    </message>
    <message>
        <source>unknown, was %1</source>
        <translation>unbekannt, war %1</translation>
    </message>
    <message>
        <source>Unknown since %1.</source>
        <translation>Seit %1 ist nichts bekannt.</translation>
    </message>
    <message>
        <source>%1 queue %2, only watched</source>
        <translation>%1-Warteschlange %2, nur beobachtet</translation>
    </message>
    <message>
        <source>%1 of all %2 queues, only watched</source>
        <translation>%1 aller %2-Warteschlangen, nur beobachtet</translation>
    </message>
    <message>
        <source>%1 queue %2</source>
        <translation>%1-Warteschlange %2</translation>
    </message>
    <message>
        <source>%1 of all %2 queues</source>
        <translation>%1 aller %2-Warteschlangen</translation>
    </message>
    <message>
        <source>Individual elements aren&apos;t recorded, so there is no list for past moments.</source>
        <translation>Einzelne Elemente werden nicht aufgezeichnet; für vergangene Zeitpunkte gibt es deshalb keine Liste.</translation>
    </message>
    <message>
        <source>Click: set limits</source>
        <translation>Klick: Grenzen setzen</translation>
    </message>
    <message>
        <source>now %1, %2</source>
        <translation>jetzt %1, %2</translation>
    </message>
    <message>
        <source>now %1 %2</source>
        <translation>jetzt %1 %2</translation>
    </message>
    <message>
        <source>The figures were read then. Lists are read at other times, and say theirs.</source>
        <translation>Die Werte wurden da gelesen. Listen werden zu anderen Zeiten gelesen und nennen ihre.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::CommandPalette</name>
    <message>
        <source>Go to or run</source>
        <translation>Gehe zu oder führe aus</translation>
    </message>
    <message>
        <source>Go to a collection or page, or run an action</source>
        <translation>Zu einer Sammlung oder Seite gehen oder eine Aktion ausführen</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>No match.</source>
        <translation>Kein Treffer.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::ConnectionDialog</name>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Connect to Redis</source>
        <translation>Mit Redis verbinden</translation>
    </message>
    <message>
        <source>orders, production</source>
        <translation>Bestellungen, Produktion</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;URL</source>
        <translation>&amp;URL</translation>
    </message>
    <message>
        <source>Host and port</source>
        <translation>Host und Port</translation>
    </message>
    <message>
        <source>Unix socket</source>
        <translation>Unix-Socket</translation>
    </message>
    <message>
        <source>Reached &amp;by</source>
        <translation>Zugang &amp;per</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>&amp;Host and port</source>
        <translation>&amp;Host und Port</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>&amp;Socket</source>
        <translation>&amp;Socket</translation>
    </message>
    <message>
        <source>&amp;Database</source>
        <translation>&amp;Datenbank</translation>
    </message>
    <message>
        <source>default</source>
        <translation>default</translation>
    </message>
    <message>
        <source>Us&amp;er</source>
        <translation>&amp;Benutzer</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keins</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show the password</source>
        <translation>Das Passwort zeigen</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>Pass&amp;wort</translation>
    </message>
    <message>
        <source>Remember the password in the system keychain</source>
        <translation>Passwort im Schlüsselbund des Systems aufbewahren</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>&amp;Colour</source>
        <translation>&amp;Farbe</translation>
    </message>
    <message>
        <source>&amp;Read-only: nothing on the server can be changed</source>
        <translation>Nur &amp;lesen: nichts auf dem Server kann geändert werden</translation>
    </message>
    <message>
        <source>Pr&amp;oduction: marked in red, names are typed to confirm</source>
        <translation>Pr&amp;oduktion: rot markiert, zur Bestätigung werden Namen eingetippt</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Edit the connection</source>
        <translation>Verbindung bearbeiten</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Give the path of the socket</source>
        <translation>Den Pfad des Sockets angeben</translation>
    </message>
    <message>
        <source>Give the name or address of the host</source>
        <translation>Namen oder Adresse des Hosts angeben</translation>
    </message>
    <message>
        <source>Choose the server&apos;s socket</source>
        <translation>Socket des Servers auswählen</translation>
    </message>
    <message>
        <source>Steps of the test</source>
        <translation>Schritte der Prüfung</translation>
    </message>
    <message>
        <source>S&amp;top the test</source>
        <translation>Prüfung a&amp;bbrechen</translation>
    </message>
    <message>
        <source>Testing %1…</source>
        <translation>%1 wird geprüft …</translation>
    </message>
    <message>
        <source>The connection does not work: %1 failed</source>
        <translation>Die Verbindung funktioniert nicht: „%1“ ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>The test was stopped</source>
        <translation>Die Prüfung wurde abgebrochen</translation>
    </message>
    <message>
        <source>The connection works, with warnings</source>
        <translation>Die Verbindung funktioniert, mit Warnungen</translation>
    </message>
    <message>
        <source>The connection works</source>
        <translation>Die Verbindung funktioniert</translation>
    </message>
    <message>
        <source>%1 more are not shown here; plimsoll doctor shows all</source>
        <translation>%1 weitere sind hier nicht gezeigt; plimsoll doctor zeigt alle</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>&amp;Testen</translation>
    </message>
    <message>
        <source>Remember the password: %1</source>
        <translation>Passwort aufbewahren: %1</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importieren…</translation>
    </message>
    <message>
        <source>Connections that RedisInsight, Another Redis Desktop Manager, Tiny RDM or RESP.app have exported.</source>
        <translation>Verbindungen, die RedisInsight, Another Redis Desktop Manager, Tiny RDM oder RESP.app exportiert haben.</translation>
    </message>
    <message>
        <source>Choose the export of another tool</source>
        <translation>Den Export eines anderen Programms wählen</translation>
    </message>
    <message>
        <source>Cannot read %1: %2</source>
        <translation>%1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>Cannot import from %1. %2.</source>
        <translation>Aus %1 kann nicht importiert werden. %2.</translation>
    </message>
    <message>
        <source>Import a connection</source>
        <translation>Eine Verbindung importieren</translation>
    </message>
    <message numerus="yes">
        <source>Which of these %1?</source>
        <translation>
            <numerusform>Welche von dieser %1?</numerusform>
            <numerusform>Welche von diesen %1?</numerusform>
        </translation>
    </message>
    <message>
        <source>Imported. Nothing is connected or saved yet.</source>
        <translation>Importiert. Noch ist nichts verbunden oder gespeichert.</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>%1 is not a file</source>
        <translation>%1 ist keine Datei</translation>
    </message>
    <message>
        <source>%1 has more than 1 MiB, which no export of connections has</source>
        <translation>%1 hat mehr als 1 MiB, so groß ist kein Export von Verbindungen</translation>
    </message>
    <message>
        <source>%1 through %2</source>
        <translation>%1 durch %2</translation>
    </message>
    <message>
        <source>%1. %2: %3</source>
        <translation>%1. %2: %3</translation>
    </message>
    <message>
        <source>1 entry of the file has no address that can be used.</source>
        <translation>1 Eintrag der Datei hat keine brauchbare Adresse.</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries of the file have no address that can be used.</source>
        <translation>
            <numerusform>%1 Eintrag der Datei hat keine brauchbare Adresse.</numerusform>
            <numerusform>%1 Einträge der Datei haben keine brauchbare Adresse.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>plimsoll::views::ConsumerField</name>
    <message>
        <source>Consumer that gets the entries</source>
        <translation>Consumer, der die Einträge bekommt</translation>
    </message>
    <message>
        <source>%1: idle %2, %3 pending</source>
        <translation>%1: untätig seit %2, %3 ausstehend</translation>
    </message>
    <message>
        <source>name, or choose</source>
        <translation>Name, oder auswählen</translation>
    </message>
    <message>
        <source>name of the consumer</source>
        <translation>Name des Consumers</translation>
    </message>
    <message>
        <source>%1 looks dead: it holds %2 and has made no request for %3.</source>
        <translation>%1 wirkt tot: Er hält %2 und hat seit %3 nichts angefragt.</translation>
    </message>
    <message>
        <source>Proposed: %1 holds the fewest entries of the consumers that were active in the last %2.</source>
        <translation>Vorschlag: %1 hält die wenigsten Einträge unter den Verbrauchern, die in den letzten %2 aktiv waren.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::DayLimits</name>
    <message>
        <source>A day is recorded: propose limits from it</source>
        <translation>Ein Tag ist aufgezeichnet: Grenzwerte daraus vorschlagen</translation>
    </message>
    <message>
        <source>Review…</source>
        <translation>Prüfen…</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>“Propose limits” in the editor of the collection has them later</source>
        <translation>„Grenzwerte vorschlagen“ im Editor der Sammlung hat sie auch später</translation>
    </message>
    <message>
        <source>Limits derived from what is usual here, next to today&apos;s. Nothing changes until you save.</source>
        <translation>Grenzwerte nach dem, was hier üblich ist, neben denen von heute. Nichts ändert sich, bevor Sie sie speichern.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::DeadLettersPanel</name>
    <message>
        <source>Dead letters by error</source>
        <translation>Dead Letters nach Fehler</translation>
    </message>
    <message>
        <source>Requeue group…</source>
        <translation>Gruppe neu einreihen…</translation>
    </message>
    <message>
        <source>Discard group…</source>
        <translation>Gruppe verwerfen…</translation>
    </message>
    <message>
        <source>One by one</source>
        <translation>Einzeln</translation>
    </message>
    <message>
        <source>The dead letters of the selected group, or all of them</source>
        <translation>Die Dead Letters der ausgewählten Gruppe, oder alle</translation>
    </message>
    <message>
        <source>without an error</source>
        <translation>ohne Fehler</translation>
    </message>
    <message>
        <source>The first %1 of %2: %3</source>
        <translation>Die ersten %1 von %2: %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Select a group first.</source>
        <translation>Erst eine Gruppe auswählen.</translation>
    </message>
    <message>
        <source>Nothing is left of this group.</source>
        <translation>Von dieser Gruppe ist nichts mehr da.</translation>
    </message>
    <message>
        <source>Reading the dead letters…</source>
        <translation>Dead Letters werden gelesen…</translation>
    </message>
    <message>
        <source>The dead letters could not be read</source>
        <translation>Die Dead Letters konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>%1 Trying again with the next poll.</source>
        <translation>%1 Beim nächsten Takt wird neu gefragt.</translation>
    </message>
    <message>
        <source>1 cause</source>
        <translation>1 Ursache</translation>
    </message>
    <message numerus="yes">
        <source>%1 causes</source>
        <translation>
            <numerusform>%1 Ursache</numerusform>
            <numerusform>%1 Ursachen</numerusform>
        </translation>
    </message>
    <message>
        <source>1 dead letter</source>
        <translation>1 Dead Letter</translation>
    </message>
    <message numerus="yes">
        <source>%1 dead letters, %2</source>
        <translation>
            <numerusform>%1 Dead Letter, %2</numerusform>
            <numerusform>%1 Dead Letters, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 among the first %2 of %3 dead letters</source>
        <translation>
            <numerusform>%1 unter den ersten %2 von %3 Dead Letter</numerusform>
            <numerusform>%1 unter den ersten %2 von %3 Dead Letters</numerusform>
        </translation>
    </message>
    <message>
        <source>No dead letters</source>
        <translation>Kein Dead Letter</translation>
    </message>
    <message>
        <source>A job that uses up its attempts (maxAttempts) ends up here, for someone to look at.</source>
        <translation>Ein Job, der so oft scheitert, wie er darf (maxAttempts), endet hier, damit ein Mensch ihn ansieht.</translation>
    </message>
    <message>
        <source>Read further</source>
        <translation>Weiterlesen</translation>
    </message>
    <message>
        <source>Reads the next %1 dead letters</source>
        <translation>Liest die nächsten %1 Dead Letters</translation>
    </message>
    <message>
        <source>Discard all groups…</source>
        <translation>Alle Gruppen verwerfen…</translation>
    </message>
    <message>
        <source>Requeue all groups…</source>
        <translation>Alle Gruppen neu einreihen…</translation>
    </message>
    <message>
        <source>Select one group, or all of them (Ctrl+A).</source>
        <translation>Eine Gruppe auswählen oder alle (Strg+A).</translation>
    </message>
    <message>
        <source>Nothing is left of these groups.</source>
        <translation>Von diesen Gruppen ist nichts mehr da.</translation>
    </message>
    <message>
        <source>Discard: one group or all</source>
        <translation>Verwerfen: eine Gruppe oder alle</translation>
    </message>
    <message>
        <source>Requeue: one group or all</source>
        <translation>Neu einreihen: eine Gruppe oder alle</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::DedupePage</name>
    <message>
        <source>Select a bucket first.</source>
        <translation>Erst einen Bucket auswählen.</translation>
    </message>
    <message>
        <source>Periods × shards</source>
        <translation>Zeiträume × Shards</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Bucket</source>
        <translation>Bucket</translation>
    </message>
    <message>
        <source>Set expiry…</source>
        <translation>Ablaufzeit setzen…</translation>
    </message>
    <message>
        <source>Seen before? Exact id, then Enter</source>
        <translation>Schon gesehen? Genaue ID, dann Eingabetaste</translation>
    </message>
    <message>
        <source>Id to look up in all buckets</source>
        <translation>ID, nach der in allen Buckets gesucht wird</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message>
        <source>shard %1</source>
        <translation>Shard %1</translation>
    </message>
    <message>
        <source>Periods × shards, the newest %1 of %2</source>
        <translation>Zeiträume × Shards, die neuesten %1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>next to expire</source>
        <translation>läuft zuerst ab</translation>
    </message>
    <message>
        <source>When the first of the buckets expires.</source>
        <translation>Wann der erste der Buckets abläuft.</translation>
    </message>
    <message>
        <source>all gone in</source>
        <translation>alle weg in</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>When the last of the buckets expires, if nothing more comes.</source>
        <translation>Wann der letzte der Buckets abläuft, wenn nichts mehr kommt.</translation>
    </message>
    <message>
        <source>Ids already seen, in %1</source>
        <translation>Schon gesehene IDs, in %1</translation>
    </message>
    <message>
        <source>Looks in every bucket shown.</source>
        <translation>Sucht in jedem Bucket, der gezeigt wird.</translation>
    </message>
    <message>
        <source>members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>%1 others, mean</source>
        <translation>%1 andere, im Mittel</translation>
    </message>
    <message>
        <source>Members by shard</source>
        <translation>Mitglieder nach Shard</translation>
    </message>
    <message>
        <source>Never expires: it was added to, but its expiry was not set.</source>
        <translation>Läuft nie ab: Es wurde hinzugefügt, aber die Ablaufzeit nicht gesetzt.</translation>
    </message>
    <message>
        <source>Expires in %1.</source>
        <translation>Läuft in %1 ab.</translation>
    </message>
    <message>
        <source>It does not exist: nothing was added, or it has expired.</source>
        <translation>Er ist nicht da: Nichts wurde hinzugefügt, oder er ist abgelaufen.</translation>
    </message>
    <message>
        <source>This bucket does not exist.</source>
        <translation>Dieser Bucket ist nicht da.</translation>
    </message>
    <message>
        <source>“%1” was seen before.</source>
        <translation>„%1“ wurde schon gesehen.</translation>
    </message>
    <message>
        <source>“%1” is in none of these buckets.</source>
        <translation>„%1“ ist in keinem dieser Buckets.</translation>
    </message>
    <message>
        <source>Purge…</source>
        <translation>Leeren…</translation>
    </message>
    <message>
        <source>Purging it lets its ids through again.</source>
        <translation>Wird er geleert, kommen seine IDs wieder durch.</translation>
    </message>
    <message>
        <source>%1 (filling)</source>
        <translation>%1 (läuft)</translation>
    </message>
    <message>
        <source>Random sample: %1</source>
        <translation>Stichprobe: %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::DemoBar</name>
    <message>
        <source>Demo</source>
        <translation>Demo</translation>
    </message>
    <message>
        <source>A private server with made-up applications</source>
        <translation>Ein eigener Server mit erfundenen Anwendungen</translation>
    </message>
    <message>
        <source>Pace</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Pace of the demo</source>
        <translation>Tempo der Demo</translation>
    </message>
    <message>
        <source>How fast the made-up applications work</source>
        <translation>Wie schnell die erfundenen Anwendungen arbeiten</translation>
    </message>
    <message>
        <source>Pause demo</source>
        <translation>Demo anhalten</translation>
    </message>
    <message>
        <source>The made-up applications are paused; the server&apos;s clock runs on</source>
        <translation>Die erfundenen Anwendungen stehen still; die Uhr des Servers läuft weiter</translation>
    </message>
    <message>
        <source>Burst</source>
        <translation>Ansturm</translation>
    </message>
    <message>
        <source>Hundreds of mails to send within six seconds</source>
        <translation>Hunderte Mails, die in sechs Sekunden zu senden sind</translation>
    </message>
    <message>
        <source>Crash a worker</source>
        <translation>Worker abstürzen lassen</translation>
    </message>
    <message>
        <source>One mail worker is killed; its jobs turn stale within 12 s</source>
        <translation>Ein Mail-Worker wird beendet; was er hält, verwaist innerhalb von 12 s</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::DurationField</name>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::EditForm</name>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>What is edited</source>
        <translation>Was bearbeitet wird</translation>
    </message>
    <message>
        <source>New text</source>
        <translation>Neuer Text</translation>
    </message>
    <message>
        <source>Requeue it after editing</source>
        <translation>Danach neu einreihen</translation>
    </message>
    <message>
        <source>The changes are shown next, before anything happens.</source>
        <translation>Was sich ändert, wird als Nächstes gezeigt, bevor etwas geschieht.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::ElementSearch</name>
    <message>
        <source>The search ended: %1</source>
        <translation>Die Suche brach ab: %1</translation>
    </message>
    <message>
        <source>the first %1 found</source>
        <translation>die ersten %1 gefunden</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>%1 gefunden</translation>
    </message>
    <message>
        <source>looked at all %1</source>
        <translation>alle %1 angesehen</translation>
    </message>
    <message>
        <source>1 record too large, read in part</source>
        <translation>1 Datensatz zu groß, nur zum Teil gelesen</translation>
    </message>
    <message numerus="yes">
        <source>%1 records too large, read in part</source>
        <translation>
            <numerusform>%1 Datensatz zu groß, nur zum Teil gelesen</numerusform>
            <numerusform>%1 Datensätze zu groß, nur zum Teil gelesen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>looked at %1</source>
        <translation>%1 angesehen</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::ElementsPanel</name>
    <message>
        <source>%1 newer</source>
        <translation>%1 neuere</translation>
    </message>
    <message>
        <source>1 has left this page</source>
        <translation>1 hat diese Seite verlassen</translation>
    </message>
    <message numerus="yes">
        <source>%1 have left this page</source>
        <translation>
            <numerusform>%1 hat diese Seite verlassen</numerusform>
            <numerusform>%1 haben diese Seite verlassen</numerusform>
        </translation>
    </message>
    <message>
        <source>1 other on this page now</source>
        <translation>1 andere Zeile jetzt auf dieser Seite</translation>
    </message>
    <message numerus="yes">
        <source>%1 others on this page now</source>
        <translation>
            <numerusform>%1 andere Zeile jetzt auf dieser Seite</numerusform>
            <numerusform>%1 andere Zeilen jetzt auf dieser Seite</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>plimsoll::views::EventLine</name>
    <message>
        <source>Server restarted %1</source>
        <translation>Server neu gestartet %1</translation>
    </message>
    <message>
        <source>Server failed over %1</source>
        <translation>Server-Failover %1</translation>
    </message>
    <message>
        <source>Server flushed %1</source>
        <translation>Server geleert (FLUSH) %1</translation>
    </message>
    <message>
        <source>Server emptied %1</source>
        <translation>Server leer %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Hides this line; the alert and the marks in charts stay</source>
        <translation>Nimmt die Zeile weg; der Alarm und die Zeichen in Diagrammen bleiben</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Server event</source>
        <translation>Was mit dem Server geschah</translation>
    </message>
    <message>
        <source>Shows the whole window as it was just before %1</source>
        <translation>Zeigt das ganze Fenster, wie es kurz vor %1 war</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::ExpiryPage</name>
    <message>
        <source>Expire within the hour</source>
        <translation>Laufen innerhalb einer Stunde ab</translation>
    </message>
    <message>
        <source>Expired, not cleaned up</source>
        <translation>Abgelaufen, nicht aufgeräumt</translation>
    </message>
    <message>
        <source>By expiry in %1, each with %2</source>
        <translation>Nach Ablauf in %1, jeder mit %2</translation>
    </message>
    <message>
        <source>By expiry in %1</source>
        <translation>Nach Ablauf in %1</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>abgelaufen</translation>
    </message>
    <message>
        <source>Nothing expires within an hour</source>
        <translation>Nichts läuft innerhalb einer Stunde ab</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::FigureTile</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Edit limit…</source>
        <translation>Grenzwert bearbeiten…</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::FindPage</name>
    <message>
        <source>1 key</source>
        <translation>1 Schlüssel</translation>
    </message>
    <message numerus="yes">
        <source>%1 keys</source>
        <translation>
            <numerusform>%1 Schlüssel</numerusform>
            <numerusform>%1 Schlüssel</numerusform>
        </translation>
    </message>
    <message>
        <source>Find collections</source>
        <translation>Sammlungen suchen</translation>
    </message>
    <message>
        <source>Collections found</source>
        <translation>Gefundene Sammlungen</translation>
    </message>
    <message>
        <source>Watch, or not</source>
        <translation>Beobachten oder nicht</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern…</translation>
    </message>
    <message>
        <source>Keys that are not recognised</source>
        <translation>Nicht erkannte Schlüssel</translation>
    </message>
    <message>
        <source>Not recognised</source>
        <translation>Nicht erkannt</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Look now</source>
        <translation>Jetzt suchen</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal suchen</translation>
    </message>
    <message>
        <source>Only names, types and sizes of keys are read, and a few elements. It takes at most 10 % of the server&apos;s time, and can be stopped at any time.</source>
        <translation>Gelesen werden nur Namen, Typen und Größen von Schlüsseln und einige Elemente. Das nimmt höchstens 10 % der Zeit des Servers in Anspruch und lässt sich jederzeit anhalten.</translation>
    </message>
    <message>
        <source>What is on this server?</source>
        <translation>Was liegt auf diesem Server?</translation>
    </message>
    <message>
        <source>Plimsoll looks through all keys for queues, schedules, leaderboards and other collections, and proposes which to watch. %1</source>
        <translation>Plimsoll sucht in allen Schlüsseln nach Warteschlangen, Zeitplänen, Ranglisten und anderen Sammlungen und schlägt vor, welche zu beobachten sind. %1</translation>
    </message>
    <message>
        <source>Waiting for the connection…</source>
        <translation>Warten auf die Verbindung…</translation>
    </message>
    <message>
        <source>Looking through the keys…</source>
        <translation>Die Schlüssel werden durchgesehen…</translation>
    </message>
    <message>
        <source>The keys cannot be looked through</source>
        <translation>Die Schlüssel lassen sich nicht durchsehen</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>No key was looked at yet.</source>
        <translation>Es wurde noch kein Schlüssel angesehen.</translation>
    </message>
    <message>
        <source>There are no keys</source>
        <translation>Es gibt keine Schlüssel</translation>
    </message>
    <message>
        <source>This database of the server is empty. Collections can be added before their keys are there.</source>
        <translation>Diese Datenbank des Servers ist leer. Sammlungen lassen sich hinzufügen, bevor es ihre Schlüssel gibt.</translation>
    </message>
    <message>
        <source>Nothing recognisable</source>
        <translation>Nichts Erkennbares</translation>
    </message>
    <message>
        <source>%1 looked at: none of the names and contents is like a queue, a schedule, a leaderboard or another kind. Below is how the keys are named. If one of them is a collection, add it.</source>
        <translation>%1 angesehen: Kein Name und kein Inhalt gleicht einer Warteschlange, einem Zeitplan, einer Rangliste oder einer anderen Art. Unten steht, wie die Schlüssel heißen. Ist eine Sammlung darunter, fügen Sie sie hinzu.</translation>
    </message>
    <message>
        <source>None of them</source>
        <translation>Keine davon</translation>
    </message>
    <message>
        <source>No proposal matches the filter.</source>
        <translation>Kein Vorschlag passt zum Filter.</translation>
    </message>
    <message>
        <source>Not recognised: %1</source>
        <translation>Nicht erkannt: %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>the server worked %1 for it</source>
        <translation>der Server hat dafür %1 gearbeitet</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>stopped after %1</source>
        <translation>angehalten nach %1</translation>
    </message>
    <message>
        <source>%1 commands, at most %2 for one of them</source>
        <translation>%1 Befehle, höchstens %2 für einen davon</translation>
    </message>
    <message>
        <source>The past is shown. Escape leads back to what is now.</source>
        <translation>Die Vergangenheit wird gezeigt. Escape führt zurück in die Gegenwart.</translation>
    </message>
    <message>
        <source>Tick the collections to watch.</source>
        <translation>Haken Sie die Sammlungen an, die beobachtet werden sollen.</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Beobachten</translation>
    </message>
    <message>
        <source>Watch 1 collection</source>
        <translation>1 Sammlung beobachten</translation>
    </message>
    <message numerus="yes">
        <source>Watch %1 collections</source>
        <translation>
            <numerusform>%1 Sammlung beobachten</numerusform>
            <numerusform>%1 Sammlungen beobachten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>%1 neu</translation>
    </message>
    <message>
        <source>%1 gone</source>
        <translation>%1 weg</translation>
    </message>
    <message>
        <source>nothing new since %1</source>
        <translation>nichts Neues seit %1</translation>
    </message>
    <message>
        <source>%1 since %2</source>
        <translation>%1 seit %2</translation>
    </message>
    <message>
        <source>searched %1</source>
        <translation>gesucht %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::FindPanel</name>
    <message>
        <source>Select a collection to see why it is proposed, its keys and its figures.</source>
        <translation>Wählen Sie eine Sammlung, um zu sehen, warum sie vorgeschlagen wird, ihre Schlüssel und ihre Zahlen.</translation>
    </message>
    <message>
        <source>The selected collection</source>
        <translation>Die gewählte Sammlung</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern…</translation>
    </message>
    <message>
        <source>figures now</source>
        <translation>Zahlen jetzt</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>changed by you</source>
        <translation>von Ihnen geändert</translation>
    </message>
    <message>
        <source>%1 sure</source>
        <translation>%1 sicher</translation>
    </message>
    <message>
        <source>It is in the workspace: edit it on its page.</source>
        <translation>Sie ist im Arbeitsbereich: Bearbeiten Sie sie auf ihrer Seite.</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>some of its keys</source>
        <translation>einige ihrer Schlüssel</translation>
    </message>
    <message>
        <source>none now</source>
        <translation>zurzeit keine</translation>
    </message>
    <message>
        <source>%1 of %2 elements</source>
        <translation>%1 von %2 Elementen</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::HistogramChart</name>
    <message>
        <source>Loading…</source>
        <translation>Lädt…</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>15 min</source>
        <translation>15 min</translation>
    </message>
    <message>
        <source>30 min</source>
        <translation>30 min</translation>
    </message>
    <message>
        <source>45 min</source>
        <translation>45 min</translation>
    </message>
    <message>
        <source>in 1 h</source>
        <translation>in 1 h</translation>
    </message>
    <message>
        <source>%1 later</source>
        <translation>%1 später</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::HolderStrip</name>
    <message>
        <source>Who held it, last 30 min</source>
        <translation>Wer sie hielt, letzte 30 min</translation>
    </message>
    <message>
        <source>%1: once, %2</source>
        <translation>%1: einmal, %2</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 times, %3 in all</source>
        <translation>
            <numerusform>%1: %2 Mal, zusammen %3</numerusform>
            <numerusform>%1: %2 Mal, zusammen %3</numerusform>
        </translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy payload</source>
        <translation>Nutzdaten kopieren</translation>
    </message>
    <message>
        <source>The rest could not be read: %1 Select the row again to retry.</source>
        <translation>Der Rest konnte nicht gelesen werden: %1 Die Zeile noch einmal auswählen, um neu zu fragen.</translation>
    </message>
    <message>
        <source>No record %1 on the server: it expired, was removed, or the job has finished.</source>
        <translation>Kein Datensatz %1 auf dem Server: abgelaufen, entfernt, oder der Job ist fertig.</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>created</source>
        <translation>angelegt</translation>
    </message>
    <message>
        <source>age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>started</source>
        <translation>begonnen</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>claimed by</source>
        <translation>genommen von</translation>
    </message>
    <message>
        <source>attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>The job&apos;s record: %1</source>
        <translation>Der Datensatz des Jobs: %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>JSON, below or hidden</source>
        <translation>JSON, unten oder verborgen</translation>
    </message>
    <message>
        <source>payload</source>
        <translation>Nutzdaten</translation>
    </message>
    <message>
        <source>element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>element %1</source>
        <translation>Element %1</translation>
    </message>
    <message>
        <source>Load the rest</source>
        <translation>Rest laden</translation>
    </message>
    <message>
        <source>Load the rest (%1)</source>
        <translation>Rest laden (%1)</translation>
    </message>
    <message>
        <source>It is no longer in the stream: it was trimmed or deleted. It can only be acknowledged.</source>
        <translation>Er ist nicht mehr im Strom: gekürzt oder gelöscht. Ihn zu bestätigen ist alles, was man tun kann.</translation>
    </message>
    <message>
        <source>added</source>
        <translation>angefügt</translation>
    </message>
    <message>
        <source>last delivered</source>
        <translation>zuletzt zugestellt</translation>
    </message>
    <message>
        <source>consumer</source>
        <translation>Verbraucher</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>delivered</source>
        <translation>zugestellt</translation>
    </message>
    <message>
        <source>in each group</source>
        <translation>in jeder Gruppe</translation>
    </message>
    <message>
        <source>pending at %1</source>
        <translation>offen bei %1</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>fields</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>not pending: acknowledged, or never delivered</source>
        <translation>nicht offen: bestätigt oder nie zugestellt</translation>
    </message>
    <message>
        <source>The entry is no longer pending in %1.</source>
        <translation>Der Eintrag ist in %1 nicht mehr offen.</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>left this page</source>
        <translation>Seite verlassen</translation>
    </message>
    <message>
        <source>It has left this page: times are as of %1.</source>
        <translation>Hat diese Seite verlassen: Zeiten mit Stand %1.</translation>
    </message>
    <message>
        <source>It is no longer there: times are as of %1.</source>
        <translation>Nicht mehr da: Zeiten mit Stand %1.</translation>
    </message>
    <message>
        <source>Select one element to see all of it here.</source>
        <translation>Ein Element auswählen, um es hier ganz zu sehen.</translation>
    </message>
    <message>
        <source>It is no longer in the stream: it was trimmed or deleted.</source>
        <translation>Er ist nicht mehr im Strom: gekürzt oder gelöscht.</translation>
    </message>
    <message>
        <source>deleted before it was read</source>
        <translation>gelöscht, bevor er gelesen wurde</translation>
    </message>
    <message>
        <source>They are no longer in the stream: they were trimmed or deleted. They can only be acknowledged.</source>
        <translation>Sie sind nicht mehr im Stream: gekürzt oder gelöscht. Sie können nur noch bestätigt werden.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::InspectorDock</name>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the inspector</source>
        <translation>Inspektor schließen</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::JobTools</name>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>Everything known about it, as one JSON document</source>
        <translation>Alles, was darüber bekannt ist, als ein JSON-Dokument</translation>
    </message>
    <message>
        <source>Load the rest first: only the beginning of the record is here.</source>
        <translation>Zuerst den Rest laden: nur der Anfang des Datensatzes ist hier.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::JobsAndDead</name>
    <message>
        <source>Dead letters</source>
        <translation>Dead Letters</translation>
    </message>
    <message>
        <source>Dead letters %1</source>
        <translation>Dead Letters %1</translation>
    </message>
    <message>
        <source>Dead %1</source>
        <translation>Dead %1</translation>
    </message>
    <message>
        <source>Dead</source>
        <translation>Dead</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::JournalPage</name>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>Journal</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>As JSON…</source>
        <translation>Als JSON…</translation>
    </message>
    <message>
        <source>As CSV…</source>
        <translation>Als CSV…</translation>
    </message>
    <message>
        <source>Undo…</source>
        <translation>Rückgängig machen…</translation>
    </message>
    <message>
        <source>1 operation</source>
        <translation>1 Operation</translation>
    </message>
    <message numerus="yes">
        <source>%1 operations</source>
        <translation>
            <numerusform>%1 Operation</numerusform>
            <numerusform>%1 Operationen</numerusform>
        </translation>
    </message>
    <message>
        <source> · 1 matches the filter</source>
        <translation> · 1 passt zum Filter</translation>
    </message>
    <message numerus="yes">
        <source> · %1 match the filter</source>
        <translation>
            <numerusform> · %1 passt zum Filter</numerusform>
            <numerusform> · %1 passen zum Filter</numerusform>
        </translation>
    </message>
    <message>
        <source>The journal cannot be read</source>
        <translation>Das Journal kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>%1 Operations that keep an archive are refused until it can be.</source>
        <translation>%1 Operationen, die ein Archiv führen, werden bis dahin abgelehnt.</translation>
    </message>
    <message>
        <source>Reading the journal…</source>
        <translation>Journal wird gelesen…</translation>
    </message>
    <message>
        <source>No operation matches the filter</source>
        <translation>Keine Operation passt zum Filter</translation>
    </message>
    <message>
        <source>The filter looks at action, collection, state and server.</source>
        <translation>Er sieht auf Aktion, Sammlung, Zustand und Server.</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>nicht aufbewahrt</translation>
    </message>
    <message>
        <source>This operation is not in the journal</source>
        <translation>Diese Operation steht nicht im Journal</translation>
    </message>
    <message>
        <source>It could not start: nothing was changed, and there is nothing to undo. The line below says why.</source>
        <translation>Sie konnte nicht beginnen: nichts wurde geändert, und es gibt nichts rückgängig zu machen. Warum, steht in der Zeile unten.</translation>
    </message>
    <message>
        <source>Select an operation to see all of it here.</source>
        <translation>Eine Operation auswählen, um hier alles davon zu sehen.</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>undid</source>
        <translation>machte rückgängig</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>by</source>
        <translation>von</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>Arbeitsbereich</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>It is running, or was interrupted. An interrupted operation is completed as soon as its server can be reached: when a workspace on it is opened, or by command. If the server is gone for good, --give-up closes the operation with what is recorded.</source>
        <translation>Sie läuft oder wurde abgeschnitten. Was abgeschnitten wurde, wird vervollständigt, sobald ihr Server erreichbar ist: wenn ein Arbeitsbereich auf ihm geöffnet wird, oder per Befehl. Wo der Server für immer weg ist, schließt --give-up sie so weit ab, wie sie aufgezeichnet ist.</translation>
    </message>
    <message>
        <source>by command</source>
        <translation>per Befehl</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Continue…</source>
        <translation>Weitermachen…</translation>
    </message>
    <message>
        <source>It is open: it can be undone when it has ended.</source>
        <translation>Sie ist offen: rückgängig gemacht werden kann sie, wenn sie beendet ist.</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>rückgängig</translation>
    </message>
    <message>
        <source>Every operation that changes data is written here first, with what is needed to undo it for 30 days. Start one from the live page of a collection.</source>
        <translation>Neu einreihen, Verwerfen, Kürzen und alles andere, was Daten ändert, wird zuerst hier eingetragen, mit dem, was zum Rückgängigmachen nötig ist, für 30 Tage. Gestartet wird auf der Seite einer Sammlung, die live gezeigt wird.</translation>
    </message>
    <message>
        <source>to undo</source>
        <translation>rückgängig zu machen</translation>
    </message>
    <message>
        <source>No operations yet</source>
        <translation>Noch keine Operation</translation>
    </message>
    <message>
        <source>undo</source>
        <translation>rückgängig</translation>
    </message>
    <message>
        <source>after %1 of %2; the others were not reached</source>
        <translation>nach %1 von %2; die anderen wurden nicht erreicht</translation>
    </message>
    <message>
        <source>not put back</source>
        <translation>nicht zurückgelegt</translation>
    </message>
    <message>
        <source>It has been undone, is an undo itself, or nothing was kept that can go back.</source>
        <translation>Sie wurde rückgängig gemacht, macht selbst etwas rückgängig, oder nichts ist aufbewahrt, was zurückkann.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::KindPage</name>
    <message>
        <source>%1.
Add one with “Add a collection…” in the menu at the top right, or Ctrl+Shift+N. It needs: %2.</source>
        <translation>%1.
Hinzugefügt wird eine mit „Sammlung hinzufügen…“ im Menü oben rechts oder Strg+Umschalt+N. Sie braucht: %2.</translation>
    </message>
    <message>
        <source>No figures yet</source>
        <translation>Noch keine Zahlen</translation>
    </message>
    <message>
        <source>They appear with the server&apos;s first answer.</source>
        <translation>Sie kommen mit der ersten Antwort des Servers.</translation>
    </message>
    <message>
        <source>1 matches the filter</source>
        <translation>1 passt zum Filter</translation>
    </message>
    <message numerus="yes">
        <source>%1 match the filter</source>
        <translation>
            <numerusform>%1 passt zum Filter</numerusform>
            <numerusform>%1 passen zum Filter</numerusform>
        </translation>
    </message>
    <message>
        <source>No collection of kind “%1” in this workspace</source>
        <translation>Nichts von der Art „%1“ in diesem Arbeitsbereich</translation>
    </message>
    <message>
        <source>No collection matches “%1”</source>
        <translation>Nichts passt zu „%1“</translation>
    </message>
    <message>
        <source>The filter looks at names and keys. Clear it with Escape in the filter field.</source>
        <translation>Der Filter sieht auf Namen und Schlüssel. Escape im Filterfeld löscht ihn.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::KindSummary</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>nothing there now</source>
        <translation>zurzeit nichts da</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::LabControls</name>
    <message>
        <source>producers</source>
        <translation>Producer</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>crashes</source>
        <translation>Abstürze</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Kill a worker</source>
        <translation>Worker töten</translation>
    </message>
    <message>
        <source>The same attempt dies on both sides</source>
        <translation>Derselbe Versuch stirbt auf beiden Seiten</translation>
    </message>
    <message>
        <source>At most %1: by then the server&apos;s memory is full</source>
        <translation>Höchstens %1: Dann ist der Speicher des Servers voll</translation>
    </message>
    <message>
        <source>Contention: how many work at once on each side</source>
        <translation>Der Andrang: so viele arbeiten auf jeder Seite nebeneinander</translation>
    </message>
    <message>
        <source>No producers here: a client asks again once it is served</source>
        <translation>Hier gibt niemand Arbeit hinein: Wer bedient ist, fragt wieder</translation>
    </message>
    <message>
        <source>No crashes here</source>
        <translation>Hier stirbt niemand</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::LabCounterView</name>
    <message>
        <source>must be 0</source>
        <translation>muss 0 sein</translation>
    </message>
    <message>
        <source>must stay ≤ %1</source>
        <translation>muss ≤ %1 bleiben</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>must stay in bounds</source>
        <translation>muss in Grenzen bleiben</translation>
    </message>
    <message>
        <source>must be ≤ %1 on the right</source>
        <translation>muss rechts ≤ %1 sein</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::LabHalf</name>
    <message>
        <source>without its guard</source>
        <translation>ohne Schutz</translation>
    </message>
    <message>
        <source>the right way</source>
        <translation>der richtige Weg</translation>
    </message>
    <message>
        <source>the wrong way</source>
        <translation>der falsche Weg</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>commands as they go by</source>
        <translation>Befehle, wie sie kommen</translation>
    </message>
    <message>
        <source>The marked lines are left out: what makes it right</source>
        <translation>Die markierten Zeilen fehlen: das, was es richtig macht</translation>
    </message>
    <message>
        <source>Commands as they go by</source>
        <translation>Befehle, wie sie kommen</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>getötet</translation>
    </message>
    <message>
        <source>killed, with %1 in hand</source>
        <translation>getötet, mit %1 in der Hand</translation>
    </message>
    <message>
        <source>commands as they go by, %1 a second</source>
        <translation>Befehle, wie sie kommen: %1 je Sekunde</translation>
    </message>
    <message>
        <source>right way with its guard removed</source>
        <translation>richtiger Weg ohne seinen Schutz</translation>
    </message>
    <message>
        <source>%1: 1 fault</source>
        <translation>%1: 1 Fehler</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 faults</source>
        <translation>
            <numerusform>%1: %2 Fehler</numerusform>
            <numerusform>%1: %2 Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: over its bound</source>
        <translation>%1: über der Schranke</translation>
    </message>
    <message>
        <source>commands, one at a time</source>
        <translation>Befehle, einer nach dem anderen</translation>
    </message>
    <message>
        <source>This run has no guard</source>
        <translation>Was jetzt läuft, hat keinen Schutz</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::LabPage</name>
    <message>
        <source>Lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>private demo server</source>
        <translation>eigener Demo-Server</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Tour, %1 of %2</source>
        <translation>Rundgang, %1 von %2</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Neu beginnen</translation>
    </message>
    <message>
        <source>There is no server to try it on</source>
        <translation>Es gibt keinen Server, um es zu versuchen</translation>
    </message>
    <message>
        <source>The Lab breaks things on purpose. It runs on the demonstration&apos;s private server, and on no other.</source>
        <translation>Das Lab macht absichtlich Dinge kaputt. Es läuft auf dem privaten Server der Demo, und auf keinem anderen.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>both sides the same: %1</source>
        <translation>beide Seiten dasselbe: %1</translation>
    </message>
    <message>
        <source>Start the tour</source>
        <translation>Tour beginnen</translation>
    </message>
    <message>
        <source>given so far: left %1, right %2</source>
        <translation>bisher gegeben: links %1, rechts %2</translation>
    </message>
    <message>
        <source>no new load; work in flight is finished</source>
        <translation>keine neue Last; was unterwegs ist, kommt ans Ende</translation>
    </message>
    <message>
        <source>finished: these are the counts</source>
        <translation>vorbei: das sind die Zahlen</translation>
    </message>
    <message>
        <source>finished with work still in flight: counts above 0 may include it</source>
        <translation>vorbei, und nicht alles war am Ende: was nicht 0 ist, mag noch unterwegs sein</translation>
    </message>
    <message>
        <source>loops: left %1, right %2</source>
        <translation>Runden: links %1, rechts %2</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>Vorführen</translation>
    </message>
    <message>
        <source>For a projector: tour, counters, flow and code alone, in large letters (F11, Escape)</source>
        <translation>Für einen Beamer: nur Tour, Zähler, Fluss und Code, in großer Schrift (F11, Escape)</translation>
    </message>
    <message>
        <source>must be 0: a fault · must stay ≤ N: allowed, up to a bound · cost: what the right way pays or cannot prevent</source>
        <translation>muss 0 sein: ein Fehler · muss ≤ N bleiben: erlaubt bis zu einer Schranke · Kosten: was der richtige Weg zahlt oder nicht verhindern kann</translation>
    </message>
    <message>
        <source>Slow motion</source>
        <translation>Zeitlupe</translation>
    </message>
    <message>
        <source>One command at a time, two workers on each side</source>
        <translation>Ein Befehl nach dem anderen, zwei Worker auf jeder Seite</translation>
    </message>
    <message>
        <source>Next pattern: %1</source>
        <translation>Nächstes Muster: %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::LabSlow</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>One client sends one command (F10)</source>
        <translation>Ein Client sendet einen Befehl (F10)</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>A step a second</source>
        <translation>Ein Schritt pro Sekunde</translation>
    </message>
    <message>
        <source>To the next fault</source>
        <translation>Bis zum nächsten Fehler</translation>
    </message>
    <message>
        <source>As many steps as it takes until a fault is counted on either side</source>
        <translation>So viele Schritte, bis auf einer der Seiten ein Fehler gezählt wird</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Step %1, %2 ms</source>
        <translation>Schritt %1, %2 ms</translation>
    </message>
    <message>
        <source>next on the right: %1 %2</source>
        <translation>als Nächstes rechts: %1 %2</translation>
    </message>
    <message>
        <source>next on the left: %1 %2</source>
        <translation>als Nächstes links: %1 %2</translation>
    </message>
    <message>
        <source>Time of the run: it moves while all clients sleep, and by 0.1 ms a command. On the server each ms lasts a minute, so that no lease runs out while you look.</source>
        <translation>Zeit des Laufs: Sie läuft, während alle Clients schlafen, und um 0,1 ms je Befehl. Auf dem Server dauert jede Millisekunde eine Minute, damit keine Frist abläuft, während Sie zusehen.</translation>
    </message>
    <message>
        <source>One client at a time sends one command; the others wait, and time stands still.</source>
        <translation>Immer nur ein Client sendet einen Befehl; die anderen warten, und die Zeit steht still.</translation>
    </message>
    <message>
        <source>Kill a worker</source>
        <translation>Worker töten</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::LeaderboardPage</name>
    <message>
        <source>Top 5 over time</source>
        <translation>Die besten 5 im Verlauf</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>Scores</translation>
    </message>
    <message>
        <source>collecting since this page was opened</source>
        <translation>gesammelt, seit diese Seite geöffnet wurde</translation>
    </message>
    <message>
        <source>Find a member</source>
        <translation>Mitglied suchen</translation>
    </message>
    <message>
        <source>Exact name, then Enter: rank, score and neighbours</source>
        <translation>Genauer Name, dann Eingabetaste: Rang, Score und Nachbarn</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Suche…</translation>
    </message>
    <message>
        <source>%1 is not on this board. Names are compared exactly.</source>
        <translation>%1 steht nicht auf dieser Rangliste. Namen werden genau verglichen.</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 mit %2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>rank %1 of %2</source>
        <translation>Rang %1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>in %n shards, the best score counts</source>
        <translation>
            <numerusform>in %n Shard, der beste Score zählt</numerusform>
            <numerusform>in %n Shards, der beste Score zählt</numerusform>
        </translation>
    </message>
    <message>
        <source>as good as or better than %1 %</source>
        <translation>so gut wie oder besser als %1 %</translation>
    </message>
    <message>
        <source>ties shown</source>
        <translation>gezeigte Gleichstände</translation>
    </message>
    <message numerus="yes">
        <source>%n shown in several shards</source>
        <translation>
            <numerusform>%n in mehreren Shards gezeigt</numerusform>
            <numerusform>%n in mehreren Shards gezeigt</numerusform>
        </translation>
    </message>
    <message>
        <source>Every shard counts its own members: a member in several shards is counted in each, and shown once with its best score.</source>
        <translation>Jeder Shard zählt seine eigenen Mitglieder: wer in mehreren ist, wird in jedem gezählt und einmal gezeigt, mit dem besten Score.</translation>
    </message>
    <message>
        <source>lowest score first</source>
        <translation>niedrigster Score zuerst</translation>
    </message>
    <message>
        <source>highest score first</source>
        <translation>höchster Score zuerst</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more shards, %2</source>
        <translation>
            <numerusform>%1 und %n weiterer Shard, %2</numerusform>
            <numerusform>%1 und %n weitere Shards, %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>no scores</source>
        <translation>keine Scores</translation>
    </message>
    <message>
        <source>members by score</source>
        <translation>Mitglieder nach Score</translation>
    </message>
    <message>
        <source>the scores of members are not recorded</source>
        <translation>die Punkte der Mitglieder werden nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Type an exact name to see score, rank and neighbours.</source>
        <translation>Ein genauer Name zeigt Score, Rang und Nachbarn.</translation>
    </message>
    <message>
        <source>Members of the table that share a score; they are ordered by name.</source>
        <translation>Mitglieder der Tabelle, deren Score auch ein anderes hat; sie sind nach Namen geordnet.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::LiveState</name>
    <message>
        <source>%1, tried again at %2</source>
        <translation>%1, erneut versucht um %2</translation>
    </message>
    <message>
        <source>No permission to read since %1: %2</source>
        <translation>Nichts darf gelesen werden seit %1: %2</translation>
    </message>
    <message>
        <source>No connection since %1: %2</source>
        <translation>Keine Verbindung seit %1: %2</translation>
    </message>
    <message>
        <source>Connection lost at %1: %2</source>
        <translation>Verbindung verloren um %1: %2</translation>
    </message>
    <message>
        <source>Updates are paused; Plimsoll retries once they resume.</source>
        <translation>Die Aktualisierung ist angehalten, daher wird es nicht neu versucht, bis sie weiterläuft.</translation>
    </message>
    <message>
        <source>Trying again in %1.</source>
        <translation>Neuer Versuch in %1.</translation>
    </message>
    <message>
        <source>Trying again…</source>
        <translation>Neuer Versuch…</translation>
    </message>
    <message>
        <source>Edit the connection…</source>
        <translation>Verbindung bearbeiten…</translation>
    </message>
    <message>
        <source>Enter the password…</source>
        <translation>Passwort eingeben…</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>No answer since %1. What is shown as “now” is from then.</source>
        <translation>Keine Antwort seit %1. Was als „jetzt“ angezeigt wird, ist von damals.</translation>
    </message>
    <message>
        <source>No answer since %1. These figures are from then.</source>
        <translation>Keine Antwort seit %1. Diese Zahlen sind von damals.</translation>
    </message>
    <message>
        <source>Trying…</source>
        <translation>Versuche…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Neu versuchen</translation>
    </message>
    <message>
        <source>“%1, %2” of %3 was cut off after %4 of %5 and could not be completed: %6</source>
        <translation>„%1, %2“ von %3 wurde nach %4 von %5 abgeschnitten und konnte nicht vervollständigt werden: %6</translation>
    </message>
    <message>
        <source>The elements it took are kept on the server until at least %1.</source>
        <translation>Was sie genommen hat, bleibt mindestens bis %1 auf dem Server.</translation>
    </message>
    <message>
        <source>One more is left open, too: see the journal.</source>
        <translation>Auch eine weitere ist noch offen: siehe Journal.</translation>
    </message>
    <message numerus="yes">
        <source>%1 more are left open, too: see the journal.</source>
        <translation>
            <numerusform>Auch %1 weitere ist noch offen: siehe Journal.</numerusform>
            <numerusform>Auch %1 weitere sind noch offen: siehe Journal.</numerusform>
        </translation>
    </message>
    <message>
        <source>Plimsoll won&apos;t retry by itself.</source>
        <translation>Plimsoll versucht es von selbst nicht wieder.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::LockPage</name>
    <message>
        <source>Leases held</source>
        <translation>Gehaltene Sperren</translation>
    </message>
    <message>
        <source>Holder changes per minute</source>
        <translation>Wechsel je Minute</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Copy token</source>
        <translation>Zeichen kopieren</translation>
    </message>
    <message>
        <source>Release…</source>
        <translation>Freigeben…</translation>
    </message>
    <message>
        <source>Select a lock first.</source>
        <translation>Zuerst eine Sperre auswählen.</translation>
    </message>
    <message>
        <source>most often</source>
        <translation>am häufigsten</translation>
    </message>
    <message>
        <source>The lock that was seen to change hands most often within 15 minutes.</source>
        <translation>Die Sperre, deren Inhaber in 15 Minuten am häufigsten wechselte.</translation>
    </message>
    <message>
        <source>held longest</source>
        <translation>am längsten gehalten</translation>
    </message>
    <message>
        <source>How long one holder was seen to hold the same lock.</source>
        <translation>Wie lange ein Inhaber mit derselben Sperre gesehen wurde.</translation>
    </message>
    <message>
        <source>last 15 min</source>
        <translation>letzte 15 min</translation>
    </message>
    <message>
        <source>Leases with an owner&apos;s token, in %1</source>
        <translation>Sperren mit dem Zeichen ihres Inhabers, in %1</translation>
    </message>
    <message>
        <source>held</source>
        <translation>gehalten</translation>
    </message>
    <message>
        <source>without expiry</source>
        <translation>ohne Ablauf</translation>
    </message>
    <message>
        <source>changes</source>
        <translation>Wechsel</translation>
    </message>
    <message>
        <source>holder %1</source>
        <translation>Inhaber %1</translation>
    </message>
    <message>
        <source>held for %1</source>
        <translation>gehalten seit %1</translation>
    </message>
    <message>
        <source>does not expire</source>
        <translation>läuft nicht ab</translation>
    </message>
    <message>
        <source>ends %1</source>
        <translation>endet %1</translation>
    </message>
    <message numerus="yes">
        <source>changed hands %1 times in 15 min</source>
        <translation>
            <numerusform>in 15 min %1-mal den Halter gewechselt</numerusform>
            <numerusform>in 15 min %1-mal den Halter gewechselt</numerusform>
        </translation>
    </message>
    <message>
        <source>It has no expiry: nothing frees it when its holder is gone.</source>
        <translation>Sie hat keinen Ablauf: Nichts gibt sie frei, wenn ihr Inhaber weg ist.</translation>
    </message>
    <message>
        <source>Release deletes it only while its token is still %1; another holder&apos;s lease stays.</source>
        <translation>Freigeben löscht sie nur, solange ihr Zeichen noch %1 ist; die Sperre eines anderen bleibt.</translation>
    </message>
    <message>
        <source>changed hands once in 15 min</source>
        <translation>in 15 min einmal den Halter gewechselt</translation>
    </message>
    <message>
        <source>Its token is longer than %1 bytes, the most that is read, so it cannot be compared.</source>
        <translation>Ihr Token ist länger als %1 Bytes, mehr wird nicht gelesen: nichts, womit es sich vergleichen ließe.</translation>
    </message>
    <message>
        <source>To release it, select its row.</source>
        <translation>Zum Freigeben ihre Zeile auswählen.</translation>
    </message>
    <message>
        <source>unknown when it ends</source>
        <translation>unbekannt, wann sie endet</translation>
    </message>
    <message>
        <source>It is unknown who holds it.</source>
        <translation>Es ist unbekannt, wer sie hält.</translation>
    </message>
    <message>
        <source>Locks without expiry first, then those that end soonest.</source>
        <translation>Was nie abläuft, steht zuerst, dann was am frühesten endet.</translation>
    </message>
    <message>
        <source>not held now</source>
        <translation>niemand hält sie jetzt</translation>
    </message>
    <message>
        <source>holder unknown</source>
        <translation>unbekannt, wer sie jetzt hält</translation>
    </message>
    <message>
        <source>Not held.</source>
        <translation>Niemand hält sie.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::MainWindow</name>
    <message>
        <source>Open workspaces</source>
        <translation>Offene Arbeitsbereiche</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
    <message>
        <source>Close the tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>(%1) %2</source>
        <translation>(%1) %2</translation>
    </message>
    <message>
        <source>All tabs</source>
        <translation>Alle Tabs</translation>
    </message>
    <message>
        <source>Trouble in all tabs</source>
        <translation>Probleme in allen Tabs</translation>
    </message>
    <message>
        <source>Worst first, then newest.</source>
        <translation>Die schlimmsten zuerst, dann die neuesten.</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>1 workspace</source>
        <translation>1 Arbeitsbereich</translation>
    </message>
    <message numerus="yes">
        <source>%1 workspaces</source>
        <translation>
            <numerusform>%1 Arbeitsbereich</numerusform>
            <numerusform>%1 Arbeitsbereiche</numerusform>
        </translation>
    </message>
    <message>
        <source>all well</source>
        <translation>alles in Ordnung</translation>
    </message>
    <message>
        <source>All tabs – Plimsoll</source>
        <translation>Alle Tabs – Plimsoll</translation>
    </message>
    <message>
        <source>1 not up to date</source>
        <translation>1 nicht aktuell</translation>
    </message>
    <message numerus="yes">
        <source>%1 not up to date</source>
        <translation>
            <numerusform>%1 nicht aktuell</numerusform>
            <numerusform>%1 nicht aktuell</numerusform>
        </translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>Tries at once to connect the tabs that are not connected</source>
        <translation>Versucht sofort, die nicht verbundenen Tabs zu verbinden</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::MembersPage</name>
    <message>
        <source>none in the sample</source>
        <translation>keines in der Stichprobe</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Random sample</source>
        <translation>Zufällige Stichprobe</translation>
    </message>
    <message>
        <source>Is it a member?</source>
        <translation>Ist es Mitglied?</translation>
    </message>
    <message>
        <source>Exact name, then Enter</source>
        <translation>Genauer Name, dann Eingabetaste</translation>
    </message>
    <message>
        <source>Member to look up</source>
        <translation>Gesuchtes Mitglied</translation>
    </message>
    <message>
        <source>Compare with another set</source>
        <translation>Mit einem anderen Set vergleichen</translation>
    </message>
    <message>
        <source>Key of the other set</source>
        <translation>Schlüssel des anderen Sets</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Vergleiche…</translation>
    </message>
    <message numerus="yes">
        <source>Set in %n shards, %1</source>
        <translation>
            <numerusform>Set in %n Shard, %1</numerusform>
            <numerusform>Set in %n Shards, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>Set %1</translation>
    </message>
    <message>
        <source>Answered by SISMEMBER, whatever the size of the set.</source>
        <translation>Beantwortet von SISMEMBER, wie groß das Set auch ist.</translation>
    </message>
    <message>
        <source>Counts members in both sets, and shows some that only one of them has.</source>
        <translation>Zählt, was beide haben, und zeigt einiges, was nur eine Seite hat.</translation>
    </message>
    <message>
        <source>Yes, “%1” is a member.</source>
        <translation>Ja, „%1“ ist Mitglied.</translation>
    </message>
    <message>
        <source>No, “%1” is not a member.</source>
        <translation>Nein, „%1“ ist kein Mitglied.</translation>
    </message>
    <message>
        <source>1 random member</source>
        <translation>1 Mitglied nach Zufall</translation>
    </message>
    <message numerus="yes">
        <source>%1 random members</source>
        <translation>
            <numerusform>%1 Mitglied nach Zufall</numerusform>
            <numerusform>%1 Mitglieder nach Zufall</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 here, %2 there, %3 in both.</source>
        <translation>%1 hier, %2 dort, %3 in beiden.</translation>
    </message>
    <message>
        <source>Only here: %1</source>
        <translation>Nur hier: %1</translation>
    </message>
    <message>
        <source>Only there: %1</source>
        <translation>Nur dort: %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::MomentBar</name>
    <message>
        <source>‹ 1 min</source>
        <translation>‹ 1 min</translation>
    </message>
    <message>
        <source>1 min ›</source>
        <translation>1 min ›</translation>
    </message>
    <message>
        <source>Back to live</source>
        <translation>Zurück zu jetzt</translation>
    </message>
    <message>
        <source>A minute back</source>
        <translation>Eine Minute zurück</translation>
    </message>
    <message>
        <source>A minute forward</source>
        <translation>Eine Minute weiter</translation>
    </message>
    <message>
        <source>%1 is marked as production</source>
        <translation>%1 ist als Produktion markiert</translation>
    </message>
    <message>
        <source>Past: %1</source>
        <translation>Vergangen: %1</translation>
    </message>
    <message>
        <source>nothing was recorded then</source>
        <translation>damals wurde nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>not live</source>
        <translation>nicht live</translation>
    </message>
    <message>
        <source>%1 · %2 · operations off</source>
        <translation>%1 · %2 · Operationen aus</translation>
    </message>
    <message>
        <source>Time shown</source>
        <translation>Gezeigte Zeit</translation>
    </message>
    <message>
        <source>Click to type a time: 14:05, 2026-11-20 or 2026-11-20 14:05:30</source>
        <translation>Klicken, um eine Zeit einzugeben: 14:05, 2026-11-20 oder 2026-11-20 14:05:30</translation>
    </message>
    <message>
        <source>14:05, 2026-11-20 or 2026-11-20 14:05:30; Enter shows it</source>
        <translation>14:05, 2026-11-20 oder 2026-11-20 14:05:30; die Eingabetaste zeigt sie</translation>
    </message>
    <message>
        <source>PRODUCTION</source>
        <translation>PRODUKTION</translation>
    </message>
    <message>
        <source>“%1” is not a time: write 14:05, 2026-11-20 or 2026-11-20 14:05:30</source>
        <translation>„%1“ ist keine Zeit: 14:05, 2026-11-20 oder 2026-11-20 14:05:30 schreiben</translation>
    </message>
    <message>
        <source>That time is in the future</source>
        <translation>Diese Zeit liegt in der Zukunft</translation>
    </message>
    <message>
        <source>nothing was recorded before %1</source>
        <translation>vor %1 wurde nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>nothing was recorded from %1 to %2</source>
        <translation>von %1 bis %2 wurde nichts aufgezeichnet</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::MomentSlider</name>
    <message>
        <source>Moment shown</source>
        <translation>Der Zeitpunkt, der gezeigt wird</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>nothing was recorded from %1 to %2</source>
        <translation>von %1 bis %2 wurde nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>← and →: a minute earlier or later. Page Up and Page Down: a tenth of the range. End: back to live. + and −: a shorter or longer range.</source>
        <translation>← und →: eine Minute früher oder später. Bild auf und Bild ab: ein Zehntel des Bereichs. Ende: zurück zu live. + und −: ein kürzerer oder längerer Bereich.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::MomentStrip</name>
    <message>
        <source>shown: %1, nothing was recorded then</source>
        <translation>gezeigt: %1, damals wurde nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>shown: %1, recorded every %2</source>
        <translation>gezeigt: %1, aufgezeichnet alle %2</translation>
    </message>
    <message>
        <source>memory then %1 of %2</source>
        <translation>Speicher damals %1 von %2</translation>
    </message>
    <message>
        <source>memory then %1</source>
        <translation>Speicher damals %1</translation>
    </message>
    <message>
        <source>Then: %1 clients, %2 of them blocked; %3 keys evicted since the server started; %4 in the slow log.</source>
        <translation>Damals: %1 Clients, davon %2 blockiert; %3 Schlüssel verdrängt, seit der Server läuft; %4 im Slow Log.</translation>
    </message>
    <message>
        <source>server up for %1 then</source>
        <translation>Server lief damals seit %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::Navigation</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n in trouble, the worst %2</source>
        <translation>
            <numerusform>%1: %n mit Problemen, am schlimmsten %2</numerusform>
            <numerusform>%1: %n mit Problemen, am schlimmsten %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%1: unknown, %n in trouble when last read</source>
        <translation>
            <numerusform>%1: unbekannt, beim letzten Lesen %n in Schwierigkeiten</numerusform>
            <numerusform>%1: unbekannt, beim letzten Lesen %n in Schwierigkeiten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>plimsoll::views::NoteDialog</name>
    <message>
        <source>Add a note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Edit the note</source>
        <translation>Notiz bearbeiten</translation>
    </message>
    <message>
        <source>&amp;At</source>
        <translation>&amp;Um</translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation>&amp;Notiz</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Save note</source>
        <translation>Notiz speichern</translation>
    </message>
    <message>
        <source>Remove note</source>
        <translation>Notiz entfernen</translation>
    </message>
    <message>
        <source>%1 of %2 characters: it is too long</source>
        <translation>%1 von %2 Zeichen: das ist zu lang</translation>
    </message>
    <message>
        <source>Remove it for good</source>
        <translation>Endgültig entfernen</translation>
    </message>
    <message>
        <source>A removed note cannot be restored.</source>
        <translation>Eine entfernte Notiz lässt sich nicht zurückholen.</translation>
    </message>
    <message>
        <source>“%1” is not a time: write 14:05, 2026-11-20 14:05:30, or now</source>
        <translation>„%1“ ist keine Zeit: 14:05, 2026-11-20 14:05:30 oder jetzt schreiben</translation>
    </message>
    <message>
        <source>That time is in the future</source>
        <translation>Diese Zeit liegt in der Zukunft</translation>
    </message>
    <message>
        <source>Visible to everyone using this workspace on this computer, and included in reports of that time.</source>
        <translation>Sichtbar für alle, die diesen Arbeitsbereich auf diesem Computer verwenden, und enthalten in Berichten über diese Zeit.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::OfferAction</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::OperationBar</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Close this line</source>
        <translation>Diese Zeile schließen</translation>
    </message>
    <message>
        <source>stopping after this batch…</source>
        <translation>hält nach diesem Stapel an…</translation>
    </message>
    <message>
        <source>0 of %1</source>
        <translation>0 von %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 · %2 a second</source>
        <translation>%1 · %2 je Sekunde</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weitermachen</translation>
    </message>
    <message>
        <source>%1: stopped because the connection was closed · the journal shows how far it got</source>
        <translation>%1: angehalten, weil die Verbindung geschlossen wurde · das Journal sagt, wie weit sie kam</translation>
    </message>
    <message>
        <source>nothing was changed · %1</source>
        <translation>nichts wurde geändert · %1</translation>
    </message>
    <message>
        <source>%1 · waiting for the server since %2</source>
        <translation>%1 · wartet auf den Server seit %2</translation>
    </message>
    <message>
        <source>stopping · waiting for the server since %1</source>
        <translation>hält an · wartet auf den Server seit %1</translation>
    </message>
    <message>
        <source> · stopped, %1 not reached</source>
        <translation> · angehalten, %1 nicht erreicht</translation>
    </message>
    <message>
        <source>%1 · finishing since %2</source>
        <translation>%1 · wird abgeschlossen seit %2</translation>
    </message>
    <message>
        <source>The last operation was an undo.</source>
        <translation>Die letzte Operation war ein Rückgängigmachen.</translation>
    </message>
    <message>
        <source>The last operation changed nothing.</source>
        <translation>Die letzte Operation hat nichts geändert.</translation>
    </message>
    <message>
        <source>The last operation (%1) cannot be undone.</source>
        <translation>Die letzte Operation (%1) lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>%1 The Journal undoes what was done before.</source>
        <translation>%1 Im Journal lässt sich rückgängig machen, was vorher getan wurde.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::OperationDialog</name>
    <message>
        <source>The first of them</source>
        <translation>Die ersten davon</translation>
    </message>
    <message>
        <source>Keep attempts, instead of starting again at 0</source>
        <translation>Versuche behalten, statt wieder bei 0 zu beginnen</translation>
    </message>
    <message>
        <source>Commands sent to the server</source>
        <translation>Was an den Server geht</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Finding what this affects…</source>
        <translation>Sucht, was betroffen ist…</translation>
    </message>
    <message>
        <source>Nothing is changed yet.</source>
        <translation>Noch ist nichts geändert.</translation>
    </message>
    <message>
        <source>This cannot be done</source>
        <translation>Das geht nicht</translation>
    </message>
    <message>
        <source>%1
Nothing was changed.</source>
        <translation>%1
Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>and %1 more · %2</source>
        <translation>und %1 weitere · %2</translation>
    </message>
    <message>
        <source>Type &lt;b&gt;%1&lt;/b&gt; to confirm</source>
        <translation>Zur Bestätigung &lt;b&gt;%1&lt;/b&gt; eintippen</translation>
    </message>
    <message>
        <source>Type %1 to confirm</source>
        <translation>Zur Bestätigung %1 eintippen</translation>
    </message>
    <message>
        <source>Changes, line by line</source>
        <translation>Was sich ändert, Zeile für Zeile</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>list fixed at %1; anything finished or moved meanwhile is skipped</source>
        <translation>Liste von %1; was inzwischen beendet oder verschoben wird, wird übersprungen</translation>
    </message>
    <message>
        <source>Where they go</source>
        <translation>Wohin sie kommen</translation>
    </message>
    <message>
        <source>Requeue to</source>
        <translation>Neu einreihen in</translation>
    </message>
    <message>
        <source>where each came from, by its record or key</source>
        <translation>die Liste, aus der jeder kam (nach Datensatz oder Schlüssel)</translation>
    </message>
    <message>
        <source>counted at %1</source>
        <translation>gezählt um %1</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::OperationForm</name>
    <message>
        <source>Remove members last seen longer ago than</source>
        <translation>Alle entfernen, die zuletzt vor mehr als dieser Zeit gesehen wurden</translation>
    </message>
    <message>
        <source>Later by</source>
        <translation>Später um</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Number to keep</source>
        <translation>Wie viele bleiben</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>Elements not older than</source>
        <translation>Was nicht älter ist als</translation>
    </message>
    <message>
        <source>The bound in the workspace (%1)</source>
        <translation>Was die Schranke im Arbeitsbereich erlaubt (%1)</translation>
    </message>
    <message>
        <source>Archive the removed elements, so that this can be undone</source>
        <translation>Abgeschnittenes im Archiv aufbewahren, damit es rückgängig gemacht werden kann</translation>
    </message>
    <message>
        <source>Without the archive a trim is about ten times faster, and final.</source>
        <translation>Ohne Archiv geht das Kürzen etwa zehnmal schneller und ist endgültig.</translation>
    </message>
    <message>
        <source>Time until the keys expire</source>
        <translation>Zeit, bis die Schlüssel ablaufen</translation>
    </message>
    <message>
        <source>The keys expire in</source>
        <translation>Die Schlüssel laufen ab in</translation>
    </message>
    <message>
        <source>Never: remove their expiry</source>
        <translation>Nie: ihre Ablaufzeit wegnehmen</translation>
    </message>
    <message>
        <source>Tier to move to</source>
        <translation>Stufe, in die verlegt wird</translation>
    </message>
    <message>
        <source>To tier</source>
        <translation>In die Stufe</translation>
    </message>
    <message>
        <source>There is no other tier: the workspace names one ready list for this collection.</source>
        <translation>Es gibt keine andere Stufe: der Arbeitsbereich nennt nur eine Liste bereiter Jobs für diese Sammlung.</translation>
    </message>
    <message>
        <source>One member per line, exactly as it should be stored.</source>
        <translation>Ein Mitglied je Zeile, genau wie es gespeichert werden soll.</translation>
    </message>
    <message>
        <source>Members to add, one per line</source>
        <translation>Neue Mitglieder, eines je Zeile</translation>
    </message>
    <message>
        <source>Jobs of</source>
        <translation>Jobs von</translation>
    </message>
    <message>
        <source>all bands</source>
        <translation>allen Bändern</translation>
    </message>
    <message>
        <source>All of them</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>How long they have waited</source>
        <translation>Wie lange sie schon warten</translation>
    </message>
    <message>
        <source>Jobs waiting for longer than</source>
        <translation>Die schon länger warten als</translation>
    </message>
    <message>
        <source>To band</source>
        <translation>In das Band</translation>
    </message>
    <message>
        <source>The newest</source>
        <translation>Die neuesten</translation>
    </message>
    <message>
        <source>Like the others of their period, otherwise after the workspace&apos;s ttl</source>
        <translation>Wie die anderen ihres Zeitraums, sonst nach der Lebensdauer aus dem Arbeitsbereich</translation>
    </message>
    <message>
        <source>Only keys that have no expiry get one. Nothing is removed now.</source>
        <translation>Nur Schlüssel ohne Ablaufzeit bekommen eine. Jetzt wird nichts entfernt.</translation>
    </message>
    <message>
        <source>These scores hold no time.</source>
        <translation>Diese Scores enthalten keine Zeit.</translation>
    </message>
    <message>
        <source>Only whole nodes, which can leave a few hundred entries more (XTRIM ~)</source>
        <translation>Nur ganze Knoten, bis zu einige hundert Einträge weniger (XTRIM ~)</translation>
    </message>
    <message>
        <source>An entry cannot go back to its old place in a stream, so a trim is final. The next step shows how many are unread or pending.</source>
        <translation>Ein Strom nimmt keinen Eintrag an seiner alten Stelle zurück: Kürzen ist endgültig. Was noch niemand gelesen hat oder offen ist, steht gleich da.</translation>
    </message>
    <message>
        <source>Who gets them?</source>
        <translation>Wer bekommt sie?</translation>
    </message>
    <message>
        <source>Who gets the pending entries of %1?</source>
        <translation>Wer bekommt, was bei %1 offen ist?</translation>
    </message>
    <message>
        <source>id, or a time such as 2026-11-23T12:00</source>
        <translation>ID oder eine Zeit wie 2026-11-23T12:00</translation>
    </message>
    <message>
        <source>From the oldest entry: everything again</source>
        <translation>Vom ältesten Eintrag an: alle noch einmal</translation>
    </message>
    <message>
        <source>From now on: only new entries</source>
        <translation>Von jetzt an: nichts, was schon da ist</translation>
    </message>
    <message>
        <source>The next step shows how many are delivered again, or skipped. Nothing is changed yet.</source>
        <translation>Wie viele erneut zugestellt oder übersprungen werden, steht im nächsten Schritt. Noch wird nichts geändert.</translation>
    </message>
    <message>
        <source>One operation handles %1 keys, those that need it most; the others wait for the next one.</source>
        <translation>Eine Operation nimmt %1 Schlüssel, die es am nötigsten haben; andere warten auf die nächste.</translation>
    </message>
    <message>
        <source>Id or time after which the group continues</source>
        <translation>ID oder Zeit, nach der die Gruppe weiterliest</translation>
    </message>
    <message>
        <source>A consumer works on assigned entries only if it reads its own pending entries again (XREADGROUP from 0).</source>
        <translation>Ein Verbraucher bearbeitet zugewiesene Einträge nur, wenn er seine eigenen offenen Einträge noch einmal liest (XREADGROUP ab 0).</translation>
    </message>
    <message>
        <source>Who gets the 1 pending entry of %1?</source>
        <translation>Wer bekommt den 1 offenen Eintrag von %1?</translation>
    </message>
    <message numerus="yes">
        <source>Who gets the %1 pending entries of %2?</source>
        <translation>
            <numerusform>Wer bekommt den %1 offenen Eintrag von %2?</numerusform>
            <numerusform>Wer bekommt die %1 offenen Einträge von %2?</numerusform>
        </translation>
    </message>
    <message>
        <source>Who gets the selected entry?</source>
        <translation>Wer bekommt den ausgewählten Eintrag?</translation>
    </message>
    <message numerus="yes">
        <source>Who gets the %1 selected entries?</source>
        <translation>
            <numerusform>Wer bekommt den %1 ausgewählten Eintrag?</numerusform>
            <numerusform>Wer bekommt die %1 ausgewählten Einträge?</numerusform>
        </translation>
    </message>
    <message>
        <source>Who gets the 1 stale entry of group %1?</source>
        <translation>Wer bekommt den 1 überfälligen Eintrag der Gruppe %1?</translation>
    </message>
    <message numerus="yes">
        <source>Who gets the %1 stale entries of group %2?</source>
        <translation>
            <numerusform>Wer bekommt den %1 überfälligen Eintrag der Gruppe %2?</numerusform>
            <numerusform>Wer bekommt die %1 überfälligen Einträge der Gruppe %2?</numerusform>
        </translation>
    </message>
    <message>
        <source>Where should %1 start reading?</source>
        <translation>Ab wo soll %1 lesen?</translation>
    </message>
    <message>
        <source>After this entry id, or from this time (UTC)</source>
        <translation>Nach dieser Eintrags-ID, oder ab dieser Zeit (UTC)</translation>
    </message>
    <message>
        <source>Any consumer that claims idle entries (release)</source>
        <translation>Wer übernimmt, was untätig ist (freigeben)</translation>
    </message>
    <message>
        <source>One consumer (claim)</source>
        <translation>Ein Consumer (übernehmen)</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::OverviewCards</name>
    <message>
        <source>Collections, those in trouble first</source>
        <translation>Sammlungen, jene mit Problemen zuerst</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>change per minute</source>
        <translation>Änderung je Minute</translation>
    </message>
    <message>
        <source>More collections</source>
        <translation>Weitere Sammlungen</translation>
    </message>
    <message>
        <source>%1 more, %2</source>
        <translation>%1 weitere, %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 more, all well</source>
        <translation>
            <numerusform>%1 weitere, alles in Ordnung</numerusform>
            <numerusform>%1 weitere, alles in Ordnung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more</source>
        <translation>
            <numerusform>%1 weitere</numerusform>
            <numerusform>%1 weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>plimsoll::views::OverviewNews</name>
    <message>
        <source>1 alert raised</source>
        <translation>1 Alarm ausgelöst</translation>
    </message>
    <message numerus="yes">
        <source>%1 alerts raised</source>
        <translation>
            <numerusform>%1 Alarme ausgelöst</numerusform>
            <numerusform>%1 Alarme ausgelöst</numerusform>
        </translation>
    </message>
    <message>
        <source>1 cleared</source>
        <translation>1 vorbei</translation>
    </message>
    <message numerus="yes">
        <source>%1 cleared</source>
        <translation>
            <numerusform>%1 vorbei</numerusform>
            <numerusform>%1 vorbei</numerusform>
        </translation>
    </message>
    <message>
        <source>1 operation</source>
        <translation>1 Operation</translation>
    </message>
    <message numerus="yes">
        <source>%1 operations</source>
        <translation>
            <numerusform>%1 Operation</numerusform>
            <numerusform>%1 Operationen</numerusform>
        </translation>
    </message>
    <message>
        <source>since you last looked, %1: %2</source>
        <translation>seit Sie zuletzt hinsahen, %1: %2</translation>
    </message>
    <message>
        <source>no alert, no operation</source>
        <translation>kein Alarm, keine Operation</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::OverviewPage</name>
    <message>
        <source>Deepest queues</source>
        <translation>Tiefste Warteschlangen</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Waiting for the first figures…</source>
        <translation>Wartet auf die ersten Zahlen…</translation>
    </message>
    <message>
        <source>No figures yet. %1</source>
        <translation>Es gibt noch keine Zahlen. %1</translation>
    </message>
    <message>
        <source>No collection has “%1” in its name, kind or keys.</source>
        <translation>Keine Sammlung hat „%1“ in Namen, Art oder Schlüsseln.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>all well</source>
        <translation>alles in Ordnung</translation>
    </message>
    <message>
        <source>figures of %1</source>
        <translation>Zahlen von %1</translation>
    </message>
    <message>
        <source>%1 not recorded</source>
        <translation>%1 nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>server %1</source>
        <translation>Server %1</translation>
    </message>
    <message>
        <source>No collections yet</source>
        <translation>Noch keine Sammlungen</translation>
    </message>
    <message>
        <source>figures of %1: %2</source>
        <translation>Werte von %1: %2</translation>
    </message>
    <message>
        <source>%1, including the server</source>
        <translation>%1, einschließlich des Servers</translation>
    </message>
    <message>
        <source>A collection is what an application keeps in Redis under one purpose: a work queue, delayed jobs, a leaderboard, who is online. Plimsoll finds most of them by their keys; or tell it which keys to watch.</source>
        <translation>Eine Sammlung ist, was eine Anwendung zu einem Zweck in Redis hält: eine Warteschlange, aufgeschobene Jobs, eine Rangliste, wer online ist. Plimsoll findet die meisten an ihren Schlüsseln; oder geben Sie an, welche Schlüssel zu beobachten sind.</translation>
    </message>
    <message>
        <source>this database has no keys</source>
        <translation>diese Datenbank hat keine Schlüssel</translation>
    </message>
    <message>
        <source>Shows the whole window as it was just before %1</source>
        <translation>Zeigt das ganze Fenster, wie es kurz vor %1 war</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::PagedPanel</name>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Lädt…</translation>
    </message>
    <message>
        <source>These elements could not be read</source>
        <translation>Diese Elemente konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>%1 Trying again with the next poll.</source>
        <translation>%1 Beim nächsten Takt wird neu gefragt.</translation>
    </message>
    <message>
        <source>No member here has “%1”</source>
        <translation>Kein Mitglied hier hat „%1“</translation>
    </message>
    <message>
        <source>There is more of the set to search: go to the next page.</source>
        <translation>Vom Set ist noch mehr durchzusehen: weiter zur nächsten Seite.</translation>
    </message>
    <message>
        <source>The whole set was searched.</source>
        <translation>Das ganze Set wurde durchgesehen.</translation>
    </message>
    <message>
        <source>Back to all</source>
        <translation>Zurück zu allen</translation>
    </message>
    <message numerus="yes">
        <source>The filter has looked at all %1 rows. Clear it with Escape.</source>
        <translation>
            <numerusform>Der Filter hat die %1 Zeile angesehen. Escape löscht ihn.</numerusform>
            <numerusform>Der Filter hat alle %1 Zeilen angesehen. Escape löscht ihn.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 on this page matches</source>
        <translation>%1 von %2 auf dieser Seite passt</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 on this page match</source>
        <translation>
            <numerusform>%1 von %2 auf dieser Seite passt</numerusform>
            <numerusform>%1 von %2 auf dieser Seite passen</numerusform>
        </translation>
    </message>
    <message>
        <source>Select all that match</source>
        <translation>Alle passenden auswählen</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alle auswählen</translation>
    </message>
    <message>
        <source>Select all %1</source>
        <translation>Alle %1 auswählen</translation>
    </message>
    <message>
        <source>All with “%1” are selected, on every page</source>
        <translation>Alle mit „%1“ sind ausgewählt, auf jeder Seite</translation>
    </message>
    <message>
        <source>All are selected, on every page</source>
        <translation>Alle sind ausgewählt, auf jeder Seite</translation>
    </message>
    <message numerus="yes">
        <source>All %1 are selected, on every page</source>
        <translation>
            <numerusform>%1 ist ausgewählt, auf jeder Seite</numerusform>
            <numerusform>Alle %1 sind ausgewählt, auf jeder Seite</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %1 on this page are selected</source>
        <translation>
            <numerusform>Die %1 auf dieser Seite ist ausgewählt</numerusform>
            <numerusform>Die %1 auf dieser Seite sind ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>Copied only the rows of this page</source>
        <translation>Nur die Zeilen dieser Seite wurden kopiert</translation>
    </message>
    <message>
        <source>Rows are in the server&apos;s order, a page at a time: sorting them would mean reading all of them. If all fit on one page, a click here sorts.</source>
        <translation>Die Zeilen stehen in der Reihenfolge des Servers, seitenweise: zum Sortieren müssten alle gelesen werden. Wo alle auf eine Seite passen, sortiert ein Klick hier.</translation>
    </message>
    <message>
        <source>The filter has looked at the only row. Clear it with Escape.</source>
        <translation>Der Filter hat die einzige Zeile angesehen. Escape löscht ihn.</translation>
    </message>
    <message>
        <source>The only one on this page is selected</source>
        <translation>Das Einzige auf dieser Seite ist ausgewählt</translation>
    </message>
    <message>
        <source>Looking for “%1”…</source>
        <translation>Suche „%1“…</translation>
    </message>
    <message>
        <source>No job here has “%1”</source>
        <translation>Kein Job hier enthält „%1“</translation>
    </message>
    <message>
        <source>Looked for in ids, elements and job records: %1.</source>
        <translation>Gesucht in IDs, Elementen und Job-Datensätzen: %1.</translation>
    </message>
    <message>
        <source>Looks for “%1” in ids, elements and job records of all pages</source>
        <translation>Sucht „%1“ in IDs, Elementen und Job-Datensätzen aller Seiten</translation>
    </message>
    <message>
        <source>could not be read: %1</source>
        <translation>nicht lesbar: %1</translation>
    </message>
    <message>
        <source>No entry here has “%1”</source>
        <translation>Kein Eintrag hier enthält „%1“</translation>
    </message>
    <message>
        <source>Looked for in ids and fields: %1.</source>
        <translation>Gesucht in IDs und Feldern: %1.</translation>
    </message>
    <message>
        <source>Looks for “%1” in ids and fields of all pages</source>
        <translation>Sucht „%1“ in IDs und Feldern aller Seiten</translation>
    </message>
    <message>
        <source>“%1” is neither an id nor a time to start at</source>
        <translation>„%1“ ist weder eine ID noch eine Zeit, bei der begonnen werden kann</translation>
    </message>
    <message>
        <source>%1 now, %2 when this page was read</source>
        <translation>jetzt %1; %2, als diese Seite gelesen wurde</translation>
    </message>
    <message>
        <source>“%1” not found in the first %2</source>
        <translation>„%1“ nicht gefunden in den ersten %2</translation>
    </message>
    <message>
        <source>The filter covers only the %1 row of this page; there are %2 in all. Go to other pages, or clear it with Escape.</source>
        <translation>Der Filter sieht nur auf die %1 Zeile dieser Seite; insgesamt sind es %2. Auf andere Seiten weitergehen oder ihn mit Escape löschen.</translation>
    </message>
    <message numerus="yes">
        <source>The filter covers only the %1 rows of this page; there are %2 in all. Go to other pages, or clear it with Escape.</source>
        <translation>
            <numerusform>Der Filter sieht nur auf die %1 Zeile dieser Seite; insgesamt sind es %2. Auf andere Seiten weitergehen oder ihn mit Escape löschen.</numerusform>
            <numerusform>Der Filter sieht nur auf die %1 Zeilen dieser Seite; insgesamt sind es %2. Auf andere Seiten weitergehen oder ihn mit Escape löschen.</numerusform>
        </translation>
    </message>
    <message>
        <source>No row of this page has “%1”</source>
        <translation>Keine Zeile dieser Seite enthält „%1“</translation>
    </message>
    <message>
        <source>The filter covers only this page, %1 of %2. “Search all” looks through the others (press Enter in the filter); Escape clears it.</source>
        <translation>Der Filter sieht nur auf diese Seite, %1 von %2. „Alle durchsuchen“ sieht auch in den anderen nach (Eingabetaste im Filter); Escape löscht ihn.</translation>
    </message>
    <message>
        <source>%1 of %2 here, %3 in all</source>
        <translation>%1 von %2 hier, insgesamt %3</translation>
    </message>
    <message>
        <source>the filter searched this page only</source>
        <translation>der Filter hat nur diese Seite durchsucht</translation>
    </message>
    <message>
        <source>%1 of %2 selected. The filter searched this page only.</source>
        <translation>%1 von %2 ausgewählt. Der Filter hat nur diese Seite durchsucht.</translation>
    </message>
    <message>
        <source>Nothing was read yet</source>
        <translation>Noch nichts gelesen</translation>
    </message>
    <message>
        <source>The server does not answer. The page is read as soon as it does.</source>
        <translation>Der Server antwortet nicht. Sobald er es tut, wird die Seite gelesen.</translation>
    </message>
    <message>
        <source>rows as of %1</source>
        <translation>Zeilen: Stand %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::Pager</name>
    <message>
        <source>First page</source>
        <translation>Erste Seite</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Last page</source>
        <translation>Letzte Seite</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>many</source>
        <translation>viele</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>page %1, %2</source>
        <translation>Seite %1, %2</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::PasswordDialog</name>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>Enter the password</source>
        <translation>Passwort eingeben</translation>
    </message>
    <message>
        <source>Login</source>
        <translation>Anmeldung</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Arbeitsbereich</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>&amp;Passwort</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird aufgebaut …</translation>
    </message>
    <message>
        <source>Kept in memory until Plimsoll ends.</source>
        <translation>Bleibt im Speicher, bis Plimsoll endet.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::PayloadView</name>
    <message>
        <source>Payload</source>
        <translation>Nutzdaten</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::PeriodBar</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Zeitraum</translation>
    </message>
    <message>
        <source>This is an earlier period: it can be viewed, but not changed.</source>
        <translation>Das ist ein früherer Zeitraum: er wird nur angesehen, und nichts wirkt auf ihn.</translation>
    </message>
    <message>
        <source>present</source>
        <translation>laufend</translation>
    </message>
    <message>
        <source>present: %1</source>
        <translation>laufend: %1</translation>
    </message>
    <message>
        <source>Earlier periods could not be searched for: %1</source>
        <translation>Nach früheren Zeiträumen konnte nicht gesehen werden: %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::Plot</name>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::PresencePage</name>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>Active and connected</source>
        <translation>Aktiv und verbunden</translation>
    </message>
    <message>
        <source>Came and went</source>
        <translation>Kamen und gingen</translation>
    </message>
    <message>
        <source>59 s ago</source>
        <translation>vor 59 s</translation>
    </message>
    <message>
        <source>%1 came, %2 went</source>
        <translation>%1 kamen, %2 gingen</translation>
    </message>
    <message>
        <source>seen within %1</source>
        <translation>gesehen innerhalb von %1</translation>
    </message>
    <message>
        <source>Heartbeats in %1</source>
        <translation>Heartbeats in %1</translation>
    </message>
    <message>
        <source>connections in %1</source>
        <translation>Verbindungen in %1</translation>
    </message>
    <message>
        <source>ghosts</source>
        <translation>Geister</translation>
    </message>
    <message>
        <source>no one since this page was opened</source>
        <translation>niemand, seit diese Seite geöffnet wurde</translation>
    </message>
    <message>
        <source>not seen within %1</source>
        <translation>nicht gesehen innerhalb von %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::PriorityPage</name>
    <message>
        <source>Depth by band, stacked</source>
        <translation>Tiefe nach Band, gestapelt</translation>
    </message>
    <message>
        <source>Longest wait by band</source>
        <translation>Längste Wartezeit nach Band</translation>
    </message>
    <message>
        <source>Bands</source>
        <translation>Bänder</translation>
    </message>
    <message>
        <source>next to go</source>
        <translation>als Nächstes</translation>
    </message>
    <message>
        <source>score %1</source>
        <translation>Score %1</translation>
    </message>
    <message>
        <source>empty in</source>
        <translation>leer in</translation>
    </message>
    <message>
        <source>Time until no job waits, at the rate of the last five minutes.</source>
        <translation>Wie lange es dauert, bis kein Job mehr wartet, bei der Rate der letzten fünf Minuten.</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>Jobs by priority in %1, the lowest score first</source>
        <translation>Jobs nach Priorität in %1, der niedrigste Score zuerst</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartend</translation>
    </message>
    <message>
        <source>longest wait</source>
        <translation>längste Wartezeit</translation>
    </message>
    <message>
        <source>%1 more have scores outside all bands.</source>
        <translation>%1 weitere haben Scores, die in keinem Band liegen.</translation>
    </message>
    <message>
        <source>The lowest score is taken first. Select a band to see its jobs.</source>
        <translation>Der niedrigste Score wird zuerst geholt. Ein Band auswählen, um seine Jobs zu sehen.</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartend</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>Längste Wartezeit</translation>
    </message>
    <message>
        <source>others</source>
        <translation>übrige</translation>
    </message>
    <message>
        <source>%1, empty in %2</source>
        <translation>%1, leer in %2</translation>
    </message>
    <message>
        <source>In %1, %2 arrive and %3 are taken per minute.</source>
        <translation>In %1 kommen %2 je Minute, und %3 je Minute werden geholt.</translation>
    </message>
    <message>
        <source>per min, up to %1</source>
        <translation>je min, bis zu %1</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1 über %2</translation>
    </message>
    <message>
        <source>No lower score waits before %1: workers pass it over.</source>
        <translation>Vor %1 wartet kein niedrigerer Score: Wer holt, geht daran vorbei.</translation>
    </message>
    <message>
        <source>Lower scores go before %1.</source>
        <translation>Niedrigere Scores gehen %1 vor.</translation>
    </message>
    <message>
        <source>Nothing was taken from %1 for %2.</source>
        <translation>Aus %1 wurde seit %2 keiner geholt.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::QueuePage</name>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>empties in</source>
        <translation>leer in</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>Nothing is ready.</source>
        <translation>Nichts ist bereit: es gibt nichts abzuarbeiten.</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>%1 stale</source>
        <translation>%1 verwaist</translation>
    </message>
    <message>
        <source>processing</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>verwaist</translation>
    </message>
    <message>
        <source>Queue depth</source>
        <translation>Tiefe der Warteschlange</translation>
    </message>
    <message>
        <source>Processing backlog</source>
        <translation>Jobs in Arbeit</translation>
    </message>
    <message>
        <source>%1 due</source>
        <translation>%1 fällig</translation>
    </message>
    <message numerus="yes">
        <source>FIFO on %1 lists</source>
        <translation>
            <numerusform>FIFO auf %1 Liste</numerusform>
            <numerusform>FIFO auf %1 Listen</numerusform>
        </translation>
    </message>
    <message>
        <source>FIFO on %1</source>
        <translation>FIFO auf %1</translation>
    </message>
    <message>
        <source>processing in %1</source>
        <translation>in Arbeit in %1</translation>
    </message>
    <message>
        <source>no processing list: a job taken by a worker that dies is lost</source>
        <translation>keine Liste der Jobs in Arbeit: ein Job, dessen Worker stirbt, ist verloren</translation>
    </message>
    <message>
        <source>workers take from the left</source>
        <translation>Worker nehmen von links</translation>
    </message>
    <message>
        <source>workers take from the right</source>
        <translation>Worker nehmen von rechts</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>no processing list is named in the workspace</source>
        <translation>keine Liste der Jobs in Arbeit ist im Arbeitsbereich genannt</translation>
    </message>
    <message>
        <source>stale: unknown</source>
        <translation>verwaist: unbekannt</translation>
    </message>
    <message>
        <source>%1 does not report this</source>
        <translation>%1 sagt es nicht</translation>
    </message>
    <message>
        <source>Over the last minutes, it has not become shorter at a steady rate.</source>
        <translation>In den letzten Minuten wurde sie nicht mit gleichmäßiger Rate kürzer.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::RanksPanel</name>
    <message>
        <source>Ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>Changes since</source>
        <translation>Änderungen seit</translation>
    </message>
    <message>
        <source>Changes of rank and score are counted since this time</source>
        <translation>Änderungen von Rang und Score zählen seit diesem Zeitpunkt</translation>
    </message>
    <message>
        <source>since opened</source>
        <translation>seit dem Öffnen</translation>
    </message>
    <message>
        <source>since the last poll</source>
        <translation>seit dem letzten Takt</translation>
    </message>
    <message>
        <source>since 5 min ago</source>
        <translation>seit 5 min</translation>
    </message>
    <message>
        <source>since 15 min ago</source>
        <translation>seit 15 min</translation>
    </message>
    <message>
        <source>since 1 h ago</source>
        <translation>seit 1 h</translation>
    </message>
    <message>
        <source>Go to rank</source>
        <translation>Zum Rang</translation>
    </message>
    <message>
        <source>New ranking</source>
        <translation>Neue Rangfolge</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::RatelimitPage</name>
    <message>
        <source>Subjects by use of the limit</source>
        <translation>Teilnehmer nach Nutzung der Grenze</translation>
    </message>
    <message>
        <source>At the limit</source>
        <translation>An der Grenze</translation>
    </message>
    <message>
        <source>Subjects</source>
        <translation>Teilnehmer</translation>
    </message>
    <message>
        <source>Find a subject: exact id, then Enter</source>
        <translation>Teilnehmer suchen: genaue ID, dann Eingabetaste</translation>
    </message>
    <message>
        <source>Subject to look at</source>
        <translation>Teilnehmer, der angesehen wird</translation>
    </message>
    <message>
        <source>Reset…</source>
        <translation>Zurücksetzen…</translation>
    </message>
    <message>
        <source>Prune…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Select a subject first.</source>
        <translation>Zuerst einen Teilnehmer auswählen.</translation>
    </message>
    <message>
        <source>%1 % of subjects</source>
        <translation>%1 % der Teilnehmer</translation>
    </message>
    <message>
        <source>%1 in %2 for each subject of %3</source>
        <translation>%1 in %2 für jeden Teilnehmer von %3</translation>
    </message>
    <message>
        <source>Entries of %1 for each subject of %2</source>
        <translation>Einträge von %1 für jeden Teilnehmer von %2</translation>
    </message>
    <message>
        <source>at the limit</source>
        <translation>an der Grenze</translation>
    </message>
    <message>
        <source>%1 % to %2 % of the limit</source>
        <translation>%1 % bis %2 % der Grenze</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>full</source>
        <translation>voll</translation>
    </message>
    <message>
        <source>At the limit, refused per minute</source>
        <translation>An der Grenze, abgewiesen je Minute</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgewiesen</translation>
    </message>
    <message numerus="yes">
        <source>refused %1 times so far</source>
        <translation>
            <numerusform>bisher %1-mal abgewiesen</numerusform>
            <numerusform>bisher %1-mal abgewiesen</numerusform>
        </translation>
    </message>
    <message>
        <source>never expires</source>
        <translation>läuft nie ab</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Lädt…</translation>
    </message>
    <message>
        <source>no entries: the key does not exist</source>
        <translation>keine Einträge: ist nicht da</translation>
    </message>
    <message>
        <source>in the window: %1 of %2</source>
        <translation>im Zeitfenster: %1 von %2</translation>
    </message>
    <message>
        <source>in the window: %1</source>
        <translation>im Zeitfenster: %1</translation>
    </message>
    <message>
        <source>outside, still stored: %1</source>
        <translation>außerhalb, noch gespeichert: %1</translation>
    </message>
    <message>
        <source>This subject has no entries.</source>
        <translation>Dieser Teilnehmer hat keine Einträge.</translation>
    </message>
    <message>
        <source>Prune %1 outside…</source>
        <translation>%1 außerhalb entfernen…</translation>
    </message>
    <message>
        <source>None of its entries is older than the window.</source>
        <translation>Keiner seiner Einträge ist älter als das Zeitfenster.</translation>
    </message>
    <message>
        <source>refused once so far</source>
        <translation>bisher einmal abgewiesen</translation>
    </message>
    <message>
        <source>Not all keys have been scanned yet.</source>
        <translation>Es ist noch nicht alles durchgesehen.</translation>
    </message>
    <message>
        <source>its entries could not be read: %1</source>
        <translation>seine Einträge waren nicht lesbar: %1</translation>
    </message>
    <message>
        <source>the score of 1 entry is not a time</source>
        <translation>der Score von 1 Eintrag ist keine Zeit</translation>
    </message>
    <message numerus="yes">
        <source>the scores of %1 entries are not times</source>
        <translation>
            <numerusform>der Score von %1 Eintrag ist keine Zeit</numerusform>
            <numerusform>die Scores von %1 Einträgen sind keine Zeiten</numerusform>
        </translation>
    </message>
    <message>
        <source>The entries of this subject have not been read yet.</source>
        <translation>Die Einträge dieses Teilnehmers sind noch nicht gelesen.</translation>
    </message>
    <message>
        <source>Its entries could not be read: %1</source>
        <translation>Seine Einträge waren nicht lesbar: %1</translation>
    </message>
    <message>
        <source>Which subjects</source>
        <translation>Welche Teilnehmer</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>without expiry</source>
        <translation>ohne Ablauf</translation>
    </message>
    <message>
        <source>with entries outside</source>
        <translation>mit Einträgen außerhalb</translation>
    </message>
    <message>
        <source>%1, of the fullest and those with most outside</source>
        <translation>%1, von den vollsten und denen mit dem meisten außerhalb</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Fullest first; these are read with every poll.</source>
        <translation>Die vollsten stehen zuerst; nach ihnen wird der Server mit jedem Takt gefragt.</translation>
    </message>
    <message>
        <source>How much all counters rose together since they were read 30 to 60 s ago, or first seen.</source>
        <translation>Von jedem Zähler, um wie viel er stieg, seit er vor 30 bis 60 s gelesen oder zuerst gesehen wurde, zusammengezählt.</translation>
    </message>
    <message>
        <source>The workspace sets no limit (options.limit).</source>
        <translation>Der Arbeitsbereich sagt nicht, wie viele eingelassen werden (options.limit).</translation>
    </message>
    <message>
        <source>No calls were allowed lately.</source>
        <translation>Zuletzt wurde niemand eingelassen.</translation>
    </message>
    <message>
        <source>select the row to prune or reset</source>
        <translation>zum Bereinigen oder Zurücksetzen die Zeile auswählen</translation>
    </message>
    <message>
        <source>limit %1 in %2</source>
        <translation>Grenzwert %1 in %2</translation>
    </message>
    <message>
        <source>in the window: %1, limit %2</source>
        <translation>im Zeitfenster: %1, Grenzwert %2</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::RecentKeys</name>
    <message>
        <source>Keys, the fullest first</source>
        <translation>Schlüssel, die vollsten zuerst</translation>
    </message>
    <message>
        <source>Trim…</source>
        <translation>Kürzen…</translation>
    </message>
    <message>
        <source>Set expiry…</source>
        <translation>Ablaufzeit setzen…</translation>
    </message>
    <message>
        <source>Keys that were found</source>
        <translation>Gefundene Schlüssel</translation>
    </message>
    <message>
        <source>Select keys first.</source>
        <translation>Wählen Sie zuerst Schlüssel.</translation>
    </message>
    <message>
        <source>Fullest first.</source>
        <translation>Die vollsten stehen zuerst.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::RecentPage</name>
    <message>
        <source>Fill against the bound</source>
        <translation>Füllung gegen die Schranke</translation>
    </message>
    <message>
        <source>bound %1</source>
        <translation>Schranke %1</translation>
    </message>
    <message>
        <source>%1, %2 over</source>
        <translation>%1, %2 darüber</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>each</source>
        <translation>je Schlüssel</translation>
    </message>
    <message>
        <source>The latest items, in %1</source>
        <translation>Die letzten Einträge, in %1</translation>
    </message>
    <message>
        <source>Fill against the bound, the fullest %1 of %2</source>
        <translation>Füllung gegen die Schranke, die vollsten %1 von %2</translation>
    </message>
    <message>
        <source>length</source>
        <translation>Länge</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::ReconcileDialog</name>
    <message>
        <source>%1: jobs and their records</source>
        <translation>%1: Jobs und ihre Datensätze</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>Verwerfen…</translation>
    </message>
    <message>
        <source>Dead-letter…</source>
        <translation>Zu den Dead Letters…</translation>
    </message>
    <message>
        <source>In processing, without a job record</source>
        <translation>In Bearbeitung, ohne Job-Datensatz</translation>
    </message>
    <message>
        <source>Job records that are queued nowhere</source>
        <translation>Job-Datensätze, die nirgends eingereiht sind</translation>
    </message>
    <message>
        <source>Requeue…</source>
        <translation>Neu einreihen…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal suchen</translation>
    </message>
    <message>
        <source>None found.</source>
        <translation>Keiner wurde gefunden.</translation>
    </message>
    <message>
        <source>%1 found · %2</source>
        <translation>%1 gefunden · %2</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Suche…</translation>
    </message>
    <message>
        <source>The search ended: %1</source>
        <translation>Es brach ab: %1</translation>
    </message>
    <message>
        <source>Not everything was checked.</source>
        <translation>Nicht alles wurde angesehen.</translation>
    </message>
    <message>
        <source>Everything was checked. Each action checks again, and shows a preview before it runs.</source>
        <translation>Alles wurde angesehen. Was getan wird, wird vorher noch einmal geprüft und gezeigt.</translation>
    </message>
    <message>
        <source>Jobs in work are among them: this collection has no processing key.</source>
        <translation>Was gerade bearbeitet wird, ist darunter: diese Sammlung hat keinen Schlüssel für das, was in Arbeit ist.</translation>
    </message>
    <message>
        <source>This has already been done: see the table.</source>
        <translation>Es ist mit ihnen schon geschehen: siehe die Tabelle.</translation>
    </message>
    <message>
        <source>Keep looking</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>A worker has taken them, but their records are gone: expired or removed.</source>
        <translation>Ein Worker hat sie geholt, und worum es geht, ist weg: der Datensatz ist abgelaufen oder wurde entfernt.</translation>
    </message>
    <message>
        <source>They were taken off a list and lost, or never queued. Jobs whose record says finished are left out.</source>
        <translation>Jemand hat sie von einer Liste geholt und verloren, oder sie wurden nie eingereiht. Was laut Datensatz fertig ist, fehlt hier.</translation>
    </message>
    <message>
        <source>This collection names no processing list, so a job in work looks the same as a lost one.</source>
        <translation>Diese Sammlung hat keinen Schlüssel für das, was in Arbeit ist: ein Job, den ein Worker hat, ist von einem verlorenen nicht zu unterscheiden.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::Reconciling</name>
    <message>
        <source>looked at %1 of %2 in processing</source>
        <translation>%1 von %2 in Bearbeitung angesehen</translation>
    </message>
    <message>
        <source>looked at %1 of about %2 keys</source>
        <translation>%1 von etwa %2 Schlüsseln angesehen</translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>1 Datensatz</translation>
    </message>
    <message numerus="yes">
        <source>%1 records</source>
        <translation>
            <numerusform>%1 Datensatz</numerusform>
            <numerusform>%1 Datensätze</numerusform>
        </translation>
    </message>
    <message>
        <source>1 more is finished, by its record</source>
        <translation>1 weiterer ist laut Datensatz fertig</translation>
    </message>
    <message numerus="yes">
        <source>%1 more are finished, by their records</source>
        <translation>
            <numerusform>%1 weiterer ist laut Datensatz fertig</numerusform>
            <numerusform>%1 weitere sind laut Datensatz fertig</numerusform>
        </translation>
    </message>
    <message>
        <source>there are more: only the first %1 are shown and can be acted on</source>
        <translation>es gibt mehr: nur die ersten %1 werden gezeigt und für das vorbereitet, was mit allen geschieht</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::RowOperations</name>
    <message>
        <source>Discard…</source>
        <translation>Verwerfen…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Select a row first.</source>
        <translation>Erst eine Zeile auswählen.</translation>
    </message>
    <message>
        <source>The selected rows can&apos;t be discarded.</source>
        <translation>Die ausgewählten Zeilen können nicht verworfen werden.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::RowsBanner</name>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Only this page</source>
        <translation>Nur diese Seite</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Keep searching</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>Search all</source>
        <translation>Alle durchsuchen</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::RowsProxy</name>
    <message>
        <source>left this page</source>
        <translation>Seite verlassen</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::SchedulePage</name>
    <message>
        <source>Due in the next hour</source>
        <translation>Fällig in der nächsten Stunde</translation>
    </message>
    <message>
        <source>Due and claimed</source>
        <translation>Fällig und genommen</translation>
    </message>
    <message>
        <source>By due time in %1</source>
        <translation>Nach Fälligkeit in %1</translation>
    </message>
    <message>
        <source>claimed into %1</source>
        <translation>genommen nach %1</translation>
    </message>
    <message>
        <source>moved on to %1</source>
        <translation>weitergereicht nach %1</translation>
    </message>
    <message>
        <source>due</source>
        <translation>fällig</translation>
    </message>
    <message>
        <source>Nothing falls due within an hour</source>
        <translation>In der nächsten Stunde wird nichts fällig</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::SessionView</name>
    <message>
        <source>The connection was lost, and the figures have not been read again yet.</source>
        <translation>Die Verbindung ging verloren, und die Zahlen sind noch nicht wieder gelesen.</translation>
    </message>
    <message>
        <source>No workspace is open.</source>
        <translation>Kein Arbeitsbereich ist geöffnet.</translation>
    </message>
    <message>
        <source>Read-only: to change data, untick “read-only” in the connection.</source>
        <translation>Nur lesend: um Daten zu ändern, „nur lesen“ in der Verbindung abwählen.</translation>
    </message>
    <message>
        <source>There is no connection to the server now.</source>
        <translation>Es gibt jetzt keine Verbindung zum Server.</translation>
    </message>
    <message>
        <source>The server&apos;s ACL does not allow this user to run operations. It lacks %1.</source>
        <translation>Die ACL des Servers erlaubt diesem Benutzer keine Operationen. Es fehlt %1.</translation>
    </message>
    <message>
        <source>One operation at a time: “%1” is running. Wait until it ends, or stop it.</source>
        <translation>Eine Operation auf einmal: „%1“ läuft. Ihr Ende abwarten oder sie anhalten.</translation>
    </message>
    <message>
        <source>Enter the password…</source>
        <translation>Passwort eingeben…</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>nicht verbunden</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message numerus="yes">
        <source>%n in trouble, the worst %1</source>
        <translation>
            <numerusform>%n mit Problemen, am schlimmsten %1</numerusform>
            <numerusform>%n mit Problemen, am schlimmsten %1</numerusform>
        </translation>
    </message>
    <message>
        <source>The past is shown: individual elements aren&apos;t recorded.</source>
        <translation>Die Vergangenheit wird gezeigt: einzelne Elemente werden nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>live now: %1</source>
        <translation>jetzt live: %1</translation>
    </message>
    <message>
        <source>all well</source>
        <translation>alles in Ordnung</translation>
    </message>
    <message>
        <source>The past is shown: operations are off. Escape returns to live.</source>
        <translation>Die Vergangenheit wird gezeigt: Operationen sind aus. Escape führt zurück zu jetzt.</translation>
    </message>
    <message>
        <source>Operations are off while their journal cannot be written: %1</source>
        <translation>Operationen sind aus, solange das Journal dessen, was sie nehmen, nicht geschrieben werden kann: %1</translation>
    </message>
    <message>
        <source>Edit the connection…</source>
        <translation>Verbindung bearbeiten …</translation>
    </message>
    <message>
        <source>The server refused the login</source>
        <translation>Der Server hat die Anmeldung abgelehnt</translation>
    </message>
    <message>
        <source>%1 Enter the password, or change the user in the connection.</source>
        <translation>%1 Geben Sie das Passwort ein oder ändern Sie den Benutzer in der Verbindung.</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Zoom: %1 %</source>
        <translation>Zoom: %1 %</translation>
    </message>
    <message>
        <source>Theme: %1</source>
        <translation>Farben: %1</translation>
    </message>
    <message>
        <source>%1 (not saved)</source>
        <translation>%1 (nicht gespeichert)</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>Everything that happened in a period, with figures and charts, as one file to share.</source>
        <translation>Was in einer Zeit geschah, mit Kennzahlen und Diagrammen, als eine Datei für andere.</translation>
    </message>
    <message>
        <source>Nothing was done since this tab was opened; the Journal undoes what was done before.</source>
        <translation>Seit dieser Tab geöffnet wurde, ist nichts geschehen; das Journal macht rückgängig, was davor geschah.</translation>
    </message>
    <message>
        <source>No operation is running.</source>
        <translation>Es läuft keine Operation.</translation>
    </message>
    <message>
        <source>The 15 minutes are over: changes are off again.</source>
        <translation>Die 15 Minuten sind um: Änderungen sind wieder aus.</translation>
    </message>
    <message>
        <source>Only a production connection asks for this.</source>
        <translation>Das ist nur bei einer Produktionsverbindung nötig.</translation>
    </message>
    <message>
        <source>This is a production connection: changes are off until you press “Allow changes” in the toolbar.</source>
        <translation>Dies ist eine Produktionsverbindung: Änderungen sind aus, bis „Änderungen erlauben“ in der Werkzeugleiste gedrückt wird.</translation>
    </message>
    <message>
        <source>A recording has no server.</source>
        <translation>Eine Aufzeichnung hat keinen Server.</translation>
    </message>
    <message>
        <source>There is nothing to save: no collection is watched yet, or a file has it all.</source>
        <translation>Es gibt nichts zu speichern: Noch wird keine Sammlung beobachtet, oder alles steht in einer Datei.</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::SetToolsCard</name>
    <message>
        <source>%1, exactly</source>
        <translation>%1, genau</translation>
    </message>
    <message>
        <source>at least %1: counting stopped early</source>
        <translation>mindestens %1: weiter wurde nicht gezählt</translation>
    </message>
    <message>
        <source>at most %1: counting what is in both stopped early</source>
        <translation>höchstens %1: was in beiden ist, wurde nicht weiter gezählt</translation>
    </message>
    <message>
        <source>about %1 (95 %: %2 to %3), from a sample of %4</source>
        <translation>etwa %1, in 95 von 100 Fällen zwischen %2 und %3, nach einer Stichprobe von %4</translation>
    </message>
    <message>
        <source>In all of them: %1</source>
        <translation>In allen: %1</translation>
    </message>
    <message>
        <source>In any of them: %1</source>
        <translation>In irgendeinem: %1</translation>
    </message>
    <message>
        <source>Here and in none of those: %1</source>
        <translation>Hier und in keinem der anderen: %1</translation>
    </message>
    <message>
        <source>Here and not there: %1</source>
        <translation>Hier und nicht dort: %1</translation>
    </message>
    <message>
        <source>Which of its keys</source>
        <translation>Welcher seiner Schlüssel</translation>
    </message>
    <message>
        <source>Who is here and not there?</source>
        <translation>Wer ist hier und nicht dort?</translation>
    </message>
    <message>
        <source>Who is in all of them?</source>
        <translation>Wer ist in allen?</translation>
    </message>
    <message>
        <source>How many are in any of them?</source>
        <translation>Wie viele sind in irgendeinem?</translation>
    </message>
    <message>
        <source>Keys of other sets</source>
        <translation>Schlüssel anderer Sets</translation>
    </message>
    <message>
        <source>Show in the table</source>
        <translation>In der Tabelle zeigen</translation>
    </message>
    <message>
        <source>1 from the comparison</source>
        <translation>1 der genannten</translation>
    </message>
    <message numerus="yes">
        <source>%1 from the comparison</source>
        <translation>
            <numerusform>%1 der genannten</numerusform>
            <numerusform>%1 der genannten</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Suche…</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 gibt es nicht</translation>
    </message>
    <message>
        <source>%1 has %2</source>
        <translation>%1 hat %2</translation>
    </message>
    <message>
        <source>Only in another: %1</source>
        <translation>Nur in einem anderen: %1</translation>
    </message>
    <message>
        <source>Some of them: %1</source>
        <translation>Einige davon: %1</translation>
    </message>
    <message>
        <source>None in the sample.</source>
        <translation>In der Stichprobe war keiner.</translation>
    </message>
    <message>
        <source>Keys of other sets: a b &quot;with space&quot;</source>
        <translation>Schlüssel anderer Sets: a b &quot;mit Leerzeichen&quot;</translation>
    </message>
    <message>
        <source>Separate keys with spaces. A key that contains a space goes in quotes, where \&quot; is a quote and \\ a backslash.</source>
        <translation>Ein Leerzeichen trennt sie. Ein Schlüssel mit Leerzeichen steht in Anführungszeichen; darin ist \&quot; ein Anführungszeichen und \\ ein umgekehrter Schrägstrich.</translation>
    </message>
    <message>
        <source>Compare with other sets</source>
        <translation>Mit anderen Sets vergleichen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Counted by the server where that is cheap, otherwise estimated from a sample; the answer says which.</source>
        <translation>Vom Server gezählt, wo das wenig Arbeit ist, sonst nach einer Stichprobe geschätzt; es steht dabei.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>alle %1</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>&amp;Rows on a page</source>
        <translation>&amp;Zeilen je Seite</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source> d</source>
        <translation> d</translation>
    </message>
    <message>
        <source>&amp;Open the last workspace at startup</source>
        <translation>Beim Start den &amp;letzten Arbeitsbereich öffnen</translation>
    </message>
    <message>
        <source>&amp;Ask before removing a collection</source>
        <translation>&amp;Nachfragen, bevor eine Sammlung entfernt wird</translation>
    </message>
    <message>
        <source>Default &amp;poll interval</source>
        <translation>&amp;Abfrageintervall als Vorgabe</translation>
    </message>
    <message>
        <source>Keep &amp;history up to</source>
        <translation>&amp;Verlauf behalten bis</translation>
    </message>
    <message>
        <source>for &amp;up to</source>
        <translation>bis z&amp;u</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation>&amp;Zoom</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::ShardBar</name>
    <message>
        <source>Shards</source>
        <translation>Shards</translation>
    </message>
    <message numerus="yes">
        <source>%1 shards of %2</source>
        <translation>
            <numerusform>%1 Shard von %2</numerusform>
            <numerusform>%1 Shards von %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 in all</source>
        <translation>%1: %2 insgesamt</translation>
    </message>
    <message>
        <source>%1: %2 in all, %3 is hot: %4 × the mean</source>
        <translation>%1: %2 insgesamt, %3 ist überladen: %4 × Mittel</translation>
    </message>
    <message>
        <source>%1: %2 in all, the largest %3 with %4 × the mean</source>
        <translation>%1: %2 insgesamt, der größte %3 mit %4 × Mittel</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: unknown</source>
        <translation>%1: unbekannt</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::ShortcutOverlay</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>Pages, in the order of the navigation</source>
        <translation>Seiten, in der Reihenfolge der Navigation</translation>
    </message>
    <message>
        <source>Open a card or a row</source>
        <translation>Eine Karte oder Zeile öffnen</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabetaste</translation>
    </message>
    <message>
        <source>Copy rows as text</source>
        <translation>Zeilen als Text kopieren</translation>
    </message>
    <message>
        <source>Discard the selected rows (asks first)</source>
        <translation>Ausgewählte Zeilen verwerfen (fragt vorher)</translation>
    </message>
    <message>
        <source>F11, F10</source>
        <translation>F11, F10</translation>
    </message>
    <message>
        <source>Ctrl+1 … Ctrl+9</source>
        <translation>Strg+1 … Strg+9</translation>
    </message>
    <message>
        <source>In the past: type a time</source>
        <translation>In der Vergangenheit: eine Zeit eingeben</translation>
    </message>
    <message>
        <source>First operation of the page (asks first)</source>
        <translation>Erste Operation der Seite (fragt zuerst)</translation>
    </message>
    <message>
        <source>Select the rows of the page</source>
        <translation>Die Zeilen der Seite auswählen</translation>
    </message>
    <message>
        <source>In a chart: read the values</source>
        <translation>Im Diagramm: Werte ablesen</translation>
    </message>
    <message>
        <source>← →</source>
        <translation>← →</translation>
    </message>
    <message>
        <source>In a chart: zoom</source>
        <translation>Im Diagramm: Zoom</translation>
    </message>
    <message>
        <source>+ −</source>
        <translation>+ −</translation>
    </message>
    <message>
        <source>In a chart: earlier, later</source>
        <translation>Im Diagramm: früher, später</translation>
    </message>
    <message>
        <source>Page Up, Page Down</source>
        <translation>Bild auf, Bild ab</translation>
    </message>
    <message>
        <source>In a chart: the beginning, now</source>
        <translation>Im Diagramm: der Anfang, jetzt</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Pos1, Ende</translation>
    </message>
    <message>
        <source>In a chart: go to the moment read</source>
        <translation>Im Diagramm: zum abgelesenen Zeitpunkt</translation>
    </message>
    <message>
        <source>In a chart: logarithmic scale, a note</source>
        <translation>Im Diagramm: logarithmische Skala, eine Notiz</translation>
    </message>
    <message>
        <source>L, N</source>
        <translation>L, N</translation>
    </message>
    <message>
        <source>In the past: a minute earlier, later</source>
        <translation>In der Vergangenheit: eine Minute früher, später</translation>
    </message>
    <message>
        <source>In the past: a tenth of the range</source>
        <translation>In der Vergangenheit: ein Zehntel des Bereichs</translation>
    </message>
    <message>
        <source>In the past: a shorter or longer range</source>
        <translation>In der Vergangenheit: kürzerer oder längerer Bereich</translation>
    </message>
    <message>
        <source>In the Lab: projector, a slow step</source>
        <translation>Im Lab: Projektor, ein langsamer Schritt</translation>
    </message>
    <message>
        <source>its first digit</source>
        <translation>ihre erste Ziffer</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::SlowLogPage</name>
    <message>
        <source>Slow log</source>
        <translation>Slow Log</translation>
    </message>
    <message>
        <source>Copy as redis-cli</source>
        <translation>Als redis-cli kopieren</translation>
    </message>
    <message>
        <source>Entries of the slow log</source>
        <translation>Einträge des Slow Logs</translation>
    </message>
    <message>
        <source>The slow log is not recorded</source>
        <translation>Das Slow Log wird nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Escape returns to live.</source>
        <translation>Escape führt zurück zur Gegenwart.</translation>
    </message>
    <message>
        <source>Reading the slow log…</source>
        <translation>Das Slow Log wird gelesen …</translation>
    </message>
    <message>
        <source>The slow log cannot be read</source>
        <translation>Das Slow Log kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>The slow log is empty</source>
        <translation>Das Slow Log ist leer</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>No entry matches the filter.</source>
        <translation>Kein Eintrag passt zum Filter.</translation>
    </message>
    <message>
        <source>the newest %1 of %2</source>
        <translation>die neuesten %1 von %2</translation>
    </message>
    <message>
        <source>newest first</source>
        <translation>die neuesten zuerst</translation>
    </message>
    <message>
        <source>Select an entry first.</source>
        <translation>Wählen Sie zuerst einen Eintrag aus.</translation>
    </message>
    <message>
        <source>The server keeps commands here that take longer than its setting slowlog-log-slower-than.</source>
        <translation>Der Server führt hier Befehle, die länger dauern als seine Einstellung slowlog-log-slower-than.</translation>
    </message>
    <message>
        <source>Plimsoll&apos;s own commands are grey</source>
        <translation>Plimsolls eigene Befehle sind grau</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::StateChooser</name>
    <message>
        <source>Which elements</source>
        <translation>Welche Elemente</translation>
    </message>
    <message>
        <source>Nothing in %1</source>
        <translation>Nichts in %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::StatusStrip</name>
    <message>
        <source>memory %1</source>
        <translation>Speicher %1</translation>
    </message>
    <message>
        <source>memory %1, no limit</source>
        <translation>Speicher %1, ohne Grenze</translation>
    </message>
    <message>
        <source>memory %1 of %2</source>
        <translation>Speicher %1 von %2</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>AOF always: nothing acknowledged is lost</source>
        <translation>AOF always: nichts Bestätigtes geht verloren</translation>
    </message>
    <message>
        <source>AOF everysec: at most 1 s lost</source>
        <translation>AOF everysec: höchstens 1 s geht verloren</translation>
    </message>
    <message>
        <source>AOF no: writes the system had not flushed are lost</source>
        <translation>AOF no: was das System noch nicht geschrieben hat, geht verloren</translation>
    </message>
    <message>
        <source>AOF on</source>
        <translation>AOF an</translation>
    </message>
    <message numerus="yes">
        <source>RDB: %1 changes since %2 would be lost</source>
        <translation>
            <numerusform>RDB: %1 Änderung seit %2 ginge verloren</numerusform>
            <numerusform>RDB: %1 Änderungen seit %2 gingen verloren</numerusform>
        </translation>
    </message>
    <message>
        <source>RDB: changes since the last save would be lost</source>
        <translation>RDB: Änderungen seit dem letzten Sichern gingen verloren</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>schreibgeschützt</translation>
    </message>
    <message>
        <source>This connection sends nothing that changes data.</source>
        <translation>Diese Verbindung sendet nichts, was Daten ändert.</translation>
    </message>
    <message>
        <source>operate: asking…</source>
        <translation>Operationen: fragt…</translation>
    </message>
    <message>
        <source>The server is asked what this user may do.</source>
        <translation>Der Server wird gefragt, was dieser Benutzer darf.</translation>
    </message>
    <message>
        <source>The server could not be asked what this user may do: %1</source>
        <translation>Der Server konnte nicht gefragt werden, was dieser Benutzer darf: %1</translation>
    </message>
    <message>
        <source>operate: allowed</source>
        <translation>Operationen: erlaubt</translation>
    </message>
    <message>
        <source>Operations that change data are allowed, after they are shown and confirmed.</source>
        <translation>Operationen, die Daten ändern, sind erlaubt, nachdem sie gezeigt und bestätigt wurden.</translation>
    </message>
    <message>
        <source>operate: in part</source>
        <translation>Operationen: teilweise</translation>
    </message>
    <message>
        <source>The server&apos;s ACL does not allow this user everything that operations need. It lacks:
%1</source>
        <translation>Die ACL des Servers erlaubt diesem Benutzer nicht alles, was Operationen brauchen. Es fehlt:
%1</translation>
    </message>
    <message>
        <source>operate: not allowed</source>
        <translation>Operationen: nicht erlaubt</translation>
    </message>
    <message>
        <source>The server&apos;s ACL does not allow this user to run operations. It lacks:
%1</source>
        <translation>Die ACL des Servers erlaubt diesem Benutzer keine Operationen. Es fehlt:
%1</translation>
    </message>
    <message>
        <source>slow server: every %1</source>
        <translation>langsamer Server: alle %1</translation>
    </message>
    <message>
        <source>A poll may cost the server at most 10 % of the interval, so the interval was widened. It narrows again by itself.</source>
        <translation>Ein Takt darf den Server höchstens 10 % des Intervalls kosten, daher wurde es verlängert. Es verkürzt sich von selbst wieder.</translation>
    </message>
    <message>
        <source>1 command</source>
        <translation>1 Befehl</translation>
    </message>
    <message numerus="yes">
        <source>%1 commands</source>
        <translation>
            <numerusform>%1 Befehl</numerusform>
            <numerusform>%1 Befehle</numerusform>
        </translation>
    </message>
    <message>
        <source>Server time of the last figures, commands sent for them, and the total duration. The server spent %1 on them.</source>
        <translation>Zeit des Servers bei den letzten Zahlen, dafür gesendete Befehle und wie lange alles dauerte. Der Server arbeitete %1 dafür.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>replica: cut off from its master</source>
        <translation>Replikat: von seinem Master getrennt</translation>
    </message>
    <message>
        <source>replica, %1 behind</source>
        <translation>Replikat, %1 zurück</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>Replikat</translation>
    </message>
    <message>
        <source>%1: jobs can be evicted</source>
        <translation>%1: Jobs können verdrängt werden</translation>
    </message>
    <message>
        <source>When memory is full, this server evicts any key, including whole queues and schedules. Set maxmemory-policy to noeviction.</source>
        <translation>Bei vollem Speicher wirft dieser Server beliebige Schlüssel weg, auch ganze Warteschlangen und Zeitpläne. maxmemory-policy auf noeviction setzen.</translation>
    </message>
    <message>
        <source>%1: expiring keys can be evicted</source>
        <translation>%1: ablaufende Schlüssel können verdrängt werden</translation>
    </message>
    <message>
        <source>When memory is full, this server evicts keys that have an expiry. Queues and schedules without one are safe.</source>
        <translation>Bei vollem Speicher wirft dieser Server Schlüssel mit Ablaufzeit weg. Warteschlangen und Zeitpläne ohne Ablaufzeit sind sicher.</translation>
    </message>
    <message>
        <source>RDB: %1 change since %2 would be lost</source>
        <translation>RDB: %1 Änderung seit %2 ginge verloren</translation>
    </message>
    <message>
        <source>history: kept elsewhere</source>
        <translation>Verlauf: anderswo geführt</translation>
    </message>
    <message>
        <source>Another window or process keeps the history of this workspace, and it is shown here too. When that ends, it is kept here.
%1</source>
        <translation>Ein anderes Fenster oder ein anderer Prozess führt den Verlauf dieses Arbeitsbereichs, und er wird auch hier gezeigt. Endet das, wird er hier geführt.
%1</translation>
    </message>
    <message>
        <source>history: not kept</source>
        <translation>Verlauf: nicht geführt</translation>
    </message>
    <message>
        <source>The figures cannot be saved. Polling continues, and so does the history once this is solved.
%1</source>
        <translation>Die Werte können nicht für später aufgehoben werden. Abgefragt wird weiter, und auch der Verlauf geht weiter, sobald das vorbei ist.
%1</translation>
    </message>
    <message>
        <source>Memory in use: %1 per minute.</source>
        <translation>Belegter Speicher: %1 pro Minute.</translation>
    </message>
    <message>
        <source>history: damaged</source>
        <translation>Verlauf: beschädigt</translation>
    </message>
    <message>
        <source>Some gaps in charts are not real: part of the history cannot be read.
%1</source>
        <translation>Nicht jede Lücke eines Diagramms ist eine: Manches, was aufgehoben wurde, ist nicht zu lesen.
%1</translation>
    </message>
    <message>
        <source>Operations are off while their journal cannot be written: %1</source>
        <translation>Operationen sind aus, solange das Journal dessen, was sie nehmen, nicht geschrieben werden kann: %1</translation>
    </message>
    <message>
        <source>operate: off</source>
        <translation>Operationen: aus</translation>
    </message>
    <message>
        <source>AOF off; unknown whether RDB saves (no CONFIG GET)</source>
        <translation>AOF aus; unbekannt, ob RDB sichert (kein CONFIG GET)</translation>
    </message>
    <message>
        <source>operate: unknown</source>
        <translation>Operationen: unbekannt</translation>
    </message>
    <message>
        <source>last poll %1 · %2 · %3</source>
        <translation>letzte Abfrage %1 · %2 · %3</translation>
    </message>
    <message>
        <source>poll %1 · %2 · %3</source>
        <translation>Abfrage %1 · %2 · %3</translation>
    </message>
    <message>
        <source>slow log %1</source>
        <translation>Slow Log %1</translation>
    </message>
    <message>
        <source>Slow commands of this server. Click to see them.</source>
        <translation>Befehle, für die der Server lange gebraucht hat. Ein Klick zeigt sie.</translation>
    </message>
    <message>
        <source>%1: no answer</source>
        <translation>%1: keine Antwort</translation>
    </message>
    <message>
        <source>%1 slots</source>
        <translation>%1 Slots</translation>
    </message>
    <message>
        <source>%1 away</source>
        <translation>%1 entfernt</translation>
    </message>
    <message>
        <source>%1, cluster: %2 of %3 nodes does not answer</source>
        <translation>%1, Cluster: %2 von %3 Knoten antwortet nicht</translation>
    </message>
    <message numerus="yes">
        <source>%1, cluster: %2 of %3 nodes do not answer</source>
        <translation>
            <numerusform>%1, Cluster: %2 von %3 Knoten antwortet nicht</numerusform>
            <numerusform>%1, Cluster: %2 von %3 Knoten antworten nicht</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, cluster of one node</source>
        <translation>%1, Cluster aus einem Knoten</translation>
    </message>
    <message numerus="yes">
        <source>%1, cluster of %2 nodes</source>
        <translation>
            <numerusform>%1, Cluster aus %2 Knoten</numerusform>
            <numerusform>%1, Cluster aus %2 Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>Recent server events: %1.</source>
        <translation>Was dem Server kürzlich geschah: %1.</translation>
    </message>
    <message>
        <source>Server, version and mode: %1.</source>
        <translation>Was dort antwortet, seine Version und sein Modus: %1.</translation>
    </message>
    <message>
        <source>What a server crash would lose.</source>
        <translation>Was bei einem Absturz des Servers verloren ginge.</translation>
    </message>
    <message>
        <source>changes are off</source>
        <translation>Änderungen sind aus</translation>
    </message>
    <message>
        <source>This is a production connection: it sends nothing that changes data until you press “Allow changes”.</source>
        <translation>Dies ist eine Produktionsverbindung: Sie sendet nichts, was Daten ändert, bis „Änderungen erlauben“ gedrückt wird.</translation>
    </message>
    <message>
        <source>not saved by itself: a crash loses all since the last save</source>
        <translation>nicht von selbst gesichert: Ein Absturz verliert alles seit der letzten Sicherung</translation>
    </message>
    <message>
        <source>%1 of %2 asked</source>
        <translation>%1 von %2 gefragt</translation>
    </message>
    <message>
        <source>The server tells which keys change: only collections that may have changed are asked, and each of them once a minute.</source>
        <translation>Der Server sagt, welche Schlüssel sich ändern: Nur Sammlungen, die sich geändert haben können, werden gefragt, und jede einmal in der Minute.</translation>
    </message>
    <message>
        <source>all asked</source>
        <translation>alle gefragt</translation>
    </message>
    <message>
        <source>All collections are asked at each poll: %1.</source>
        <translation>Bei jeder Abfrage werden alle Sammlungen gefragt: %1.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::StreamPage</name>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Consumer groups</source>
        <translation>Verbrauchergruppen</translation>
    </message>
    <message>
        <source>Consumers</source>
        <translation>Verbraucher</translation>
    </message>
    <message>
        <source>Consumers of the group</source>
        <translation>Verbraucher der Gruppe</translation>
    </message>
    <message>
        <source>Consumers of %1</source>
        <translation>Verbraucher von %1</translation>
    </message>
    <message>
        <source>of 1 consumer</source>
        <translation>von 1 Verbraucher</translation>
    </message>
    <message numerus="yes">
        <source>of %1 consumers</source>
        <translation>
            <numerusform>von %1 Verbraucher</numerusform>
            <numerusform>von %1 Verbrauchern</numerusform>
        </translation>
    </message>
    <message>
        <source>Read by 1 group, %1</source>
        <translation>Von 1 Gruppe gelesen, %1</translation>
    </message>
    <message numerus="yes">
        <source>Read by %1 groups, %2</source>
        <translation>
            <numerusform>Von %1 Gruppe gelesen, %2</numerusform>
            <numerusform>Von %1 Gruppen gelesen, %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Set last id…</source>
        <translation>Letzte ID setzen…</translation>
    </message>
    <message>
        <source>Where the selected group continues reading: earlier, to deliver entries again, or later, to skip them.</source>
        <translation>Von wo an die gewählte Gruppe liest: zurück, sodass Einträge erneut zugestellt werden, oder vor, sodass sie übersprungen werden.</translation>
    </message>
    <message>
        <source>Groups and consumers could not be read: %1</source>
        <translation>Gruppen und Verbraucher waren nicht lesbar: %1</translation>
    </message>
    <message>
        <source>Groups and consumers could not be read again: %1 These were read at %2.</source>
        <translation>Gruppen und Verbraucher waren nicht wieder lesbar: %1 Gezeigt wird, was um %2 gelesen wurde.</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Lädt…</translation>
    </message>
    <message>
        <source>No group reads this stream.</source>
        <translation>Keine Gruppe liest diesen Stream.</translation>
    </message>
    <message>
        <source>Consumers of %1: too many to list</source>
        <translation>Verbraucher von %1: zu viele, um sie aufzuführen</translation>
    </message>
    <message>
        <source>%1 of %2 dead</source>
        <translation>%1 von %2 tot</translation>
    </message>
    <message>
        <source>Assign stale to it…</source>
        <translation>Verwaiste zuweisen…</translation>
    </message>
    <message>
        <source>Move its 1 entry to…</source>
        <translation>1 Eintrag verlegen…</translation>
    </message>
    <message numerus="yes">
        <source>Move its %1 entries to…</source>
        <translation>
            <numerusform>%1 Eintrag verlegen…</numerusform>
            <numerusform>%1 Einträge verlegen…</numerusform>
        </translation>
    </message>
    <message>
        <source>Assign stale to %1…</source>
        <translation>Verwaiste an %1…</translation>
    </message>
    <message>
        <source>No entry of this group is stale now.</source>
        <translation>Kein Eintrag dieser Gruppe ist jetzt verwaist.</translation>
    </message>
    <message>
        <source>All stale entries are released: any consumer that claims idle entries can take them.</source>
        <translation>Alles Überfällige ist freigegeben: Jeder Consumer, der untätige Einträge übernimmt, kann es nehmen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 added/min · %2 acknowledged/min across %n groups</source>
        <translation>
            <numerusform>%1 neu/min · %2 bestätigt/min über %n Gruppe</numerusform>
            <numerusform>%1 neu/min · %2 bestätigt/min über %n Gruppen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 added/min · %2 acknowledged/min</source>
        <translation>%1 neu/min · %2 bestätigt/min</translation>
    </message>
    <message>
        <source>%1 added/min</source>
        <translation>%1 neu/min</translation>
    </message>
    <message>
        <source>Select a consumer. A live one can be assigned the stale entries of this group; those of a dead one can be moved to another.</source>
        <translation>Einen Verbraucher auswählen. Ein lebender kann bekommen, was in dieser Gruppe verwaist ist; die Einträge eines toten können an einen anderen gehen.</translation>
    </message>
    <message>
        <source>Select a consumer. Its pending entries are shown, and go to another one before it is removed.</source>
        <translation>Wählen Sie einen Verbraucher: Was bei ihm offen ist, wird gezeigt und geht an einen anderen, bevor er entfernt wird.</translation>
    </message>
    <message>
        <source>Unknown: the server lost count for some group, for example after entries were deleted in the middle of the stream, or is older than Redis 7.</source>
        <translation>Nicht bekannt: Der Server kann es nicht für jede Gruppe sagen, etwa nachdem Einträge mitten im Strom gelöscht wurden, oder vor Redis 7.</translation>
    </message>
    <message>
        <source>Claim %1 of %2</source>
        <translation>%1 von %2 übernehmen</translation>
    </message>
    <message>
        <source>Claim %1 + %2 released</source>
        <translation>%1 + %2 freigegebene übernehmen</translation>
    </message>
    <message>
        <source>Both are means of what the server has counted, also while updates were paused. The rate of the length leaves out a single jump, such as what came in a pause, so it may differ.</source>
        <translation>Beides sind Mittel dessen, was der Server gezählt hat, auch während die Aktualisierung angehalten war. Die Rate der Länge lässt einen einzelnen Sprung aus, etwa was in einer Pause kam, und kann deshalb anders sein.</translation>
    </message>
    <message>
        <source>Consumer groups, consumers and entries aren&apos;t recorded, so there are no lists of them for past moments.</source>
        <translation>Verbrauchergruppen, Consumer und Einträge werden nicht aufgezeichnet; für vergangene Zeitpunkte gibt es deshalb keine Listen davon.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 Group %2 is shown instead. %3</source>
        <translation>%1 Gezeigt wird stattdessen die Gruppe %2. %3</translation>
    </message>
    <message>
        <source>added %1</source>
        <translation>hinzugefügt %1</translation>
    </message>
    <message>
        <source>The stale entries of this group were deleted from the stream: they can only be acknowledged.</source>
        <translation>Die verwaisten Einträge dieser Gruppe wurden aus dem Stream gelöscht: Sie können nur bestätigt werden.</translation>
    </message>
    <message>
        <source>Release all stale of %1…</source>
        <translation>Alle verwaisten von %1 freigeben…</translation>
    </message>
    <message>
        <source>Group %1 was no longer there at %2.</source>
        <translation>Die Gruppe %1 war um %2 nicht mehr da.</translation>
    </message>
    <message>
        <source>The server does not answer: nothing was read yet.</source>
        <translation>Der Server antwortet nicht: Noch wurde nichts gelesen.</translation>
    </message>
    <message>
        <source>The stream has no other group.</source>
        <translation>Der Stream hat keine andere Gruppe.</translation>
    </message>
    <message>
        <source>Group %1 is gone. No group reads this stream.</source>
        <translation>Die Gruppe %1 ist weg. Keine Gruppe liest diesen Stream.</translation>
    </message>
    <message>
        <source>Group %1 is gone. Select a group first: click it, or press Enter in the table.</source>
        <translation>Die Gruppe %1 ist weg. Zuerst eine Gruppe auswählen: mit einem Klick oder der Eingabetaste in der Tabelle.</translation>
    </message>
    <message>
        <source>The groups were not read yet.</source>
        <translation>Die Gruppen wurden noch nicht gelesen.</translation>
    </message>
    <message>
        <source>The stale entries of all groups are released, or were deleted from the stream.</source>
        <translation>Die verwaisten Einträge aller Gruppen sind freigegeben oder wurden aus dem Stream gelöscht.</translation>
    </message>
    <message>
        <source>Groups and consumers as of %1</source>
        <translation>Gruppen und Consumer von %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::TableView</name>
    <message>
        <source>Save table as CSV…</source>
        <translation>Tabelle als CSV speichern…</translation>
    </message>
    <message>
        <source>Save table as JSON…</source>
        <translation>Tabelle als JSON speichern…</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::TestNotification</name>
    <message>
        <source>Test notification</source>
        <translation>Testbenachrichtigung</translation>
    </message>
    <message>
        <source>One message marked as a test is sent through each channel of this workspace.</source>
        <translation>Auf jedem Weg dieses Arbeitsbereichs wird eine Nachricht gesendet, die als Test gekennzeichnet ist.</translation>
    </message>
    <message>
        <source>sending…</source>
        <translation>wird gesendet …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::Theme</name>
    <message>
        <source>Follow system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::TimeChart</name>
    <message>
        <source>Span of the chart</source>
        <translation>Zeitspanne des Diagramms</translation>
    </message>
    <message>
        <source>How far back the charts of this page reach</source>
        <translation>Wie weit die Diagramme dieser Seite zurückreichen</translation>
    </message>
    <message>
        <source>%1 as soon as there are readings that old</source>
        <translation>%1, sobald es so alte Messwerte gibt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 um %2</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>Keine Daten</translation>
    </message>
    <message>
        <source>Back to now</source>
        <translation>Zurück zu jetzt</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 (hidden): %2</source>
        <translation>%1 (ausgeblendet): %2</translation>
    </message>
    <message>
        <source>From … to …</source>
        <translation>Von … bis …</translation>
    </message>
    <message>
        <source>Logarithmic scale</source>
        <translation>Logarithmische Skala</translation>
    </message>
    <message>
        <source>Compare with yesterday</source>
        <translation>Mit gestern vergleichen</translation>
    </message>
    <message>
        <source>Compare with yesterday: nothing was recorded</source>
        <translation>Mit gestern vergleichen: nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>Compare with last week</source>
        <translation>Mit der Woche davor vergleichen</translation>
    </message>
    <message>
        <source>Compare with last week: nothing was recorded</source>
        <translation>Mit der Woche davor vergleichen: nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>compare: yesterday</source>
        <translation>Vergleich: gestern</translation>
    </message>
    <message>
        <source>compare: last week</source>
        <translation>Vergleich: vor einer Woche</translation>
    </message>
    <message>
        <source>yesterday: nothing recorded</source>
        <translation>gestern: nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>last week: nothing recorded</source>
        <translation>vor einer Woche: nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>Dotted: the same time a day earlier</source>
        <translation>Gepunktet: wie es einen Tag früher war, zur selben Uhrzeit</translation>
    </message>
    <message>
        <source>Dotted: the same time a week earlier</source>
        <translation>Gepunktet: wie es eine Woche früher war, zur selben Uhrzeit</translation>
    </message>
    <message>
        <source>Add a note…</source>
        <translation>Notiz hinzufügen …</translation>
    </message>
    <message>
        <source>%1 and %2 ahead</source>
        <translation>%1 und %2 voraus</translation>
    </message>
    <message>
        <source>%1 (%2 so far)</source>
        <translation>%1 (bisher %2)</translation>
    </message>
    <message>
        <source>No comparison</source>
        <translation>Kein Vergleich</translation>
    </message>
    <message>
        <source>All charts of this page follow the live figures again (End)</source>
        <translation>Alle Diagramme dieser Seite gehen weiter mit dem, was jetzt gemessen wird (Ende)</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Womit das Diagramm verglichen wird</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::TimePlot</name>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Click: edit the limit</source>
        <translation>Klick: Grenzwert bearbeiten</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::TimelinePage</name>
    <message>
        <source>Events per minute</source>
        <translation>Ereignisse pro Minute</translation>
    </message>
    <message>
        <source>average of %1</source>
        <translation>Mittel aus %1</translation>
    </message>
    <message>
        <source>in the last %1</source>
        <translation>in den letzten %1</translation>
    </message>
    <message>
        <source>Events by time in %1</source>
        <translation>Ereignisse nach Zeit in %1</translation>
    </message>
    <message>
        <source>Events of the last %1</source>
        <translation>Ereignisse der letzten %1</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>No events in this time</source>
        <translation>In dieser Zeit ist nichts geschehen</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>%1 older</source>
        <translation>%1 älter</translation>
    </message>
    <message>
        <source>%1 in the future</source>
        <translation>%1 in der Zukunft</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::TimesDialog</name>
    <message>
        <source>&amp;From</source>
        <translation>&amp;Von</translation>
    </message>
    <message>
        <source>&amp;To</source>
        <translation>&amp;Bis</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Incident report</source>
        <translation>Vorfallbericht</translation>
    </message>
    <message>
        <source>Time range</source>
        <translation>Zeitraum</translation>
    </message>
    <message>
        <source>For example 14:05, 2026-11-20 14:05:30, or now</source>
        <translation>Zum Beispiel 14:05, 2026-11-20 14:05:30 oder jetzt</translation>
    </message>
    <message>
        <source>“%1” is not a time: write 14:05, 2026-11-20 14:05:30, or now</source>
        <translation>„%1“ ist keine Zeit: 14:05, 2026-11-20 14:05:30 oder jetzt schreiben</translation>
    </message>
    <message>
        <source>That time is in the future</source>
        <translation>Diese Zeit liegt in der Zukunft</translation>
    </message>
    <message>
        <source>The end must be after the beginning</source>
        <translation>Das Ende muss nach dem Anfang liegen</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::TlsFields</name>
    <message>
        <source>Encrypted: T&amp;LS</source>
        <translation>&amp;Verschlüsselt: TLS</translation>
    </message>
    <message>
        <source>&amp;Authorities</source>
        <translation>&amp;Zertifizierungsstellen</translation>
    </message>
    <message>
        <source>those of the system</source>
        <translation>die des Systems</translation>
    </message>
    <message>
        <source>Cert&amp;ificate</source>
        <translation>Zertif&amp;ikat</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keins</translation>
    </message>
    <message>
        <source>Its &amp;key</source>
        <translation>Sein S&amp;chlüssel</translation>
    </message>
    <message>
        <source>&amp;Verify the server&apos;s certificate</source>
        <translation>Das Zertifikat des Servers p&amp;rüfen</translation>
    </message>
    <message>
        <source>Any server that answers is trusted, and can read and change the traffic.</source>
        <translation>Wer auch antwortet, dem wird geglaubt, und er kann lesen und ändern, was durchgeht.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>Auswählen: %1</translation>
    </message>
    <message>
        <source>Choose a file for TLS</source>
        <translation>Datei für TLS auswählen</translation>
    </message>
    <message>
        <source>PEM files (*.pem *.crt *.cer *.key);;All files (*)</source>
        <translation>PEM-Dateien (*.pem *.crt *.cer *.key);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>A client certificate needs its key, and a key its certificate</source>
        <translation>Ein eigenes Zertifikat braucht seinen Schlüssel daneben und ein Schlüssel sein Zertifikat</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::ToolBar</name>
    <message>
        <source>&lt; 0.1 ms</source>
        <translation>&lt; 0,1 ms</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Arbeitsbereich</translation>
    </message>
    <message>
        <source>PRODUCTION</source>
        <translation>PRODUKTION</translation>
    </message>
    <message>
        <source>The connection is encrypted, but the server&apos;s certificate is not verified: any server that answers is trusted</source>
        <translation>Die Verbindung ist verschlüsselt, aber wer auch antwortet, dem wird geglaubt: das Zertifikat des Servers wird nicht geprüft</translation>
    </message>
    <message>
        <source>Filter by name, key or kind</source>
        <translation>Nach Name, Schlüssel oder Art filtern</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>Intervall</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>alle %1</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Workspace %1</source>
        <translation>Arbeitsbereich %1</translation>
    </message>
    <message>
        <source>%1 is marked as production</source>
        <translation>%1 ist als Produktion markiert</translation>
    </message>
    <message>
        <source>connecting…</source>
        <translation>verbindet…</translation>
    </message>
    <message>
        <source>connected · %1</source>
        <translation>verbunden · %1</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>Interval: every %1</source>
        <translation>Intervall: alle %1</translation>
    </message>
    <message>
        <source>recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Not saved: save the workspace</source>
        <translation>Nicht gespeichert: Arbeitsbereich speichern</translation>
    </message>
    <message>
        <source>not saved · Save…</source>
        <translation>nicht gespeichert · Speichern…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Allow changes</source>
        <translation>Änderungen erlauben</translation>
    </message>
    <message>
        <source>changes on · %1 left</source>
        <translation>Änderungen an · noch %1</translation>
    </message>
    <message>
        <source>Changes are allowed on this production connection. Click to turn them off now.</source>
        <translation>Änderungen sind auf dieser Produktionsverbindung erlaubt. Ein Klick schaltet sie sofort aus.</translation>
    </message>
    <message>
        <source>Allow changes on this production connection for 15 minutes</source>
        <translation>Änderungen auf dieser Produktionsverbindung für 15 Minuten erlauben</translation>
    </message>
    <message>
        <source>Turn changes off</source>
        <translation>Änderungen ausschalten</translation>
    </message>
    <message>
        <source>Allow changes for 15 minutes</source>
        <translation>Änderungen für 15 Minuten erlauben</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::WayFields</name>
    <message>
        <source>Directly</source>
        <translation>Direkt</translation>
    </message>
    <message>
        <source>Through ssh</source>
        <translation>Über ssh</translation>
    </message>
    <message>
        <source>Through a proxy</source>
        <translation>Über einen Proxy</translation>
    </message>
    <message>
        <source>&amp;Way</source>
        <translation>W&amp;eg</translation>
    </message>
    <message>
        <source>&amp;Jump host</source>
        <translation>Sprun&amp;ghost</translation>
    </message>
    <message>
        <source>socks5://[user@]host:port or http://[user@]host:port; its password comes from PLIMSOLL_PROXY_PASSWORD</source>
        <translation>socks5://[benutzer@]host:port oder http://[benutzer@]host:port; sein Passwort kommt aus PLIMSOLL_PROXY_PASSWORD</translation>
    </message>
    <message>
        <source>Pro&amp;xy</source>
        <translation>Prox&amp;y</translation>
    </message>
    <message>
        <source>Read from replicas, whose figures may be late</source>
        <translation>Von Replikaten lesen, deren Werte verspätet sein können</translation>
    </message>
    <message>
        <source>none; as in pass show redis</source>
        <translation>keins; wie in pass show redis</translation>
    </message>
    <message>
        <source>A program that prints the password if none is given above; it runs without a shell</source>
        <translation>Ein Programm, das das Passwort ausgibt, wenn oben keins steht; es läuft ohne Shell</translation>
    </message>
    <message>
        <source>Password co&amp;mmand</source>
        <translation>Passwort&amp;kommando</translation>
    </message>
    <message>
        <source>The bastion %1</source>
        <translation>Die Bastion %1</translation>
    </message>
    <message>
        <source>The proxy %1</source>
        <translation>Der Proxy %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::WelcomePage</name>
    <message>
        <source>What is in your Redis?</source>
        <translation>Was steckt in Redis?</translation>
    </message>
    <message>
        <source>Plimsoll watches the queues, streams, locks, leaderboards and other patterns your applications keep there: how deep they are, how fast they grow, what is stuck.</source>
        <translation>Plimsoll beobachtet die Warteschlangen, Streams, Sperren, Ranglisten und anderen Muster, die Anwendungen dort halten: wie tief sie sind, wie schnell sie wachsen, was hängt.</translation>
    </message>
    <message>
        <source>Connect to a server…</source>
        <translation>Mit einem Server verbinden…</translation>
    </message>
    <message>
        <source>Open a workspace…</source>
        <translation>Arbeitsbereich öffnen…</translation>
    </message>
    <message>
        <source>A file that says which collections to watch. Or drop it here.</source>
        <translation>Eine Datei, die sagt, welche Sammlungen zu beobachten sind. Oder sie hierher ziehen.</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>Demo ausprobieren</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>By URL or host. Read-only unless you say otherwise.</source>
        <translation>Per URL oder Host. Nur lesend, solange nichts anderes gesagt wird.</translation>
    </message>
    <message>
        <source>A private server with made-up traffic. Nothing of yours is touched.</source>
        <translation>Ein eigener Server mit erfundenem Verkehr. Nichts Eigenes wird berührt.</translation>
    </message>
</context>
<context>
    <name>plimsoll::views::WindowStrip</name>
    <message>
        <source>Entries by time</source>
        <translation>Einträge nach Zeit</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
</context>
<context>
    <name>presets</name>
    <message>
        <source>%1 is only watched in this version: a job that is moved would lose what %1 keeps beside its queue</source>
        <translation>%1 wird in dieser Version nur beobachtet: Ein verschobener Job würde verlieren, was %1 neben seiner Warteschlange aufbewahrt</translation>
    </message>
    <message>
        <source>%1 retries a failed job as a new one with an id of its own, and notes that in the old one: have Horizon do it, or `artisan queue:retry`</source>
        <translation>%1 wiederholt einen fehlgeschlagenen Job als neuen mit eigener Id und vermerkt das im alten: Das tut Horizon oder `artisan queue:retry`</translation>
    </message>
    <message>
        <source>a job that a worker has is in %1&apos;s record of that worker alone, which counts it as failed once it finds the worker gone; requeue it then</source>
        <translation>einen Job, den ein Worker hat, führt %1 nur im Eintrag dieses Workers und zählt ihn als fehlgeschlagen, sobald der Worker fehlt; dann lässt er sich wieder einreihen</translation>
    </message>
    <message>
        <source>refused, because it would leave behind what %1 keeps of a job in other places</source>
        <translation>abgelehnt, weil zurückbliebe, was %1 von einem Job anderswo aufhebt</translation>
    </message>
    <message>
        <source>not possible here: in %1 it is for jobs of the part %2, which is a collection of its own</source>
        <translation>hier nicht möglich: in %1 gilt es für Jobs des Teils %2, der eine eigene Collection ist</translation>
    </message>
</context>
<context>
    <name>problems</name>
    <message>
        <source>%1, bound %2</source>
        <translation>%1, Schranke %2</translation>
    </message>
    <message>
        <source>never expires, bound by expiry</source>
        <translation>läuft nie ab, Schranke: Ablaufzeit</translation>
    </message>
    <message>
        <source>never expires: %1 of %2 keys, bound by expiry</source>
        <translation>läuft nie ab: %1 von %2 Schlüsseln, Schranke: Ablaufzeit</translation>
    </message>
    <message>
        <source>restarted</source>
        <translation>neu gestartet</translation>
    </message>
    <message>
        <source>failed over</source>
        <translation>Failover</translation>
    </message>
    <message>
        <source>flushed</source>
        <translation>alles gelöscht</translation>
    </message>
    <message>
        <source>emptied</source>
        <translation>geleert</translation>
    </message>
    <message>
        <source>%1, 1 element gone</source>
        <translation>%1, 1 Element weg</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 elements gone</source>
        <translation>
            <numerusform>%1, %2 Element weg</numerusform>
            <numerusform>%1, %2 Elemente weg</numerusform>
        </translation>
    </message>
    <message>
        <source>%1/min</source>
        <translation>%1/min</translation>
    </message>
    <message>
        <source>%1, lower limit %2</source>
        <translation>%1, unterer Grenzwert %2</translation>
    </message>
    <message>
        <source>%1, limit %2</source>
        <translation>%1, Grenzwert %2</translation>
    </message>
    <message>
        <source>the server answers again</source>
        <translation>der Server antwortet wieder</translation>
    </message>
    <message>
        <source>no more keys are evicted</source>
        <translation>es werden keine Schlüssel mehr verdrängt</translation>
    </message>
    <message>
        <source>nothing more has happened since</source>
        <translation>seither ist nichts mehr geschehen</translation>
    </message>
    <message>
        <source>1 key was evicted</source>
        <translation>1 Schlüssel wurde verdrängt</translation>
    </message>
    <message>
        <source>%1 keys were evicted</source>
        <translation>%1 Schlüssel wurden verdrängt</translation>
    </message>
    <message>
        <source>no new slow-log entries</source>
        <translation>das Slow Log füllt sich nicht mehr</translation>
    </message>
    <message>
        <source>%1 % of the server&apos;s memory limit is used</source>
        <translation>%1 % der Speichergrenze des Servers sind belegt</translation>
    </message>
    <message>
        <source>the server has no memory limit</source>
        <translation>der Server hat keine Speichergrenze</translation>
    </message>
    <message>
        <source>%1 moves again</source>
        <translation>%1: wieder in Bewegung</translation>
    </message>
    <message>
        <source>%1 unchanged for %2, limit %3</source>
        <translation>%1 seit %2 unverändert, Grenze %3</translation>
    </message>
    <message>
        <source>can be read again</source>
        <translation>kann wieder gelesen werden</translation>
    </message>
    <message>
        <source>no longer has a value</source>
        <translation>hat keinen Wert mehr</translation>
    </message>
    <message>
        <source>%1, clears at %2</source>
        <translation>%1, vorbei bei %2</translation>
    </message>
    <message>
        <source>has no value right now</source>
        <translation>hat gerade keinen Wert</translation>
    </message>
    <message>
        <source>restarted while nobody was watching</source>
        <translation>neu gestartet, während niemand zusah</translation>
    </message>
    <message>
        <source>failed over while nobody was watching</source>
        <translation>Failover, während niemand zusah</translation>
    </message>
    <message>
        <source>it happened again</source>
        <translation>es geschah noch einmal</translation>
    </message>
    <message>
        <source>flushed while nobody was watching</source>
        <translation>geleert, während niemand zusah</translation>
    </message>
    <message>
        <source>%1, 1 element fewer than when last seen</source>
        <translation>%1, 1 Element weniger als zuletzt gesehen</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 elements fewer than when last seen</source>
        <translation>
            <numerusform>%1, %2 Element weniger als zuletzt gesehen</numerusform>
            <numerusform>%1, %2 Elemente weniger als zuletzt gesehen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 new slow-log entries in %2</source>
        <translation>%1 neue Einträge im Slow Log in %2</translation>
    </message>
    <message>
        <source>%1 new slow-log entries in %2, besides %3 of Plimsoll&apos;s own</source>
        <translation>%1 neue Einträge im Slow Log in %2, neben %3 von Plimsoll selbst</translation>
    </message>
    <message>
        <source>%1 (default %2: %3)</source>
        <translation>%1 (Vorgabe %2: %3)</translation>
    </message>
    <message>
        <source>%1, %2 new in the last hour</source>
        <translation>%1, %2 neu in der letzten Stunde</translation>
    </message>
    <message>
        <source>%1; the alert stays until it is known</source>
        <translation>%1; der Alarm bleibt, bis der Wert bekannt ist</translation>
    </message>
    <message>
        <source>no key given</source>
        <translation>kein Schlüssel angegeben</translation>
    </message>
    <message>
        <source>too many keys to keep</source>
        <translation>mehr Schlüssel, als behalten werden</translation>
    </message>
    <message>
        <source>still searching</source>
        <translation>die Suche läuft noch</translation>
    </message>
    <message>
        <source>the server lost count</source>
        <translation>der Server kennt die Zahl nicht mehr</translation>
    </message>
    <message>
        <source>one poll cannot tell</source>
        <translation>eine Abfrage genügt dafür nicht</translation>
    </message>
    <message>
        <source>%1 unknown, lower limit %2</source>
        <translation>%1 unbekannt, unterer Grenzwert %2</translation>
    </message>
    <message>
        <source>%1 unknown, limit %2</source>
        <translation>%1 unbekannt, Grenzwert %2</translation>
    </message>
    <message>
        <source>%1 unknown</source>
        <translation>%1 unbekannt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, some older than the bound %2</source>
        <translation>%1, einige älter als die Schranke %2</translation>
    </message>
    <message>
        <source>%1, some with more than the bound %2</source>
        <translation>%1, einige mit mehr als der Schranke %2</translation>
    </message>
    <message>
        <source>oldest unknown, bound %1</source>
        <translation>ältestes unbekannt, Schranke %1</translation>
    </message>
    <message>
        <source>largest unknown, bound %1</source>
        <translation>größtes unbekannt, Schranke %1</translation>
    </message>
    <message>
        <source>not read again for too long</source>
        <translation>zu lange nicht neu gelesen</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>Tasks that are in none of the queue&apos;s sets: %1. asynq neither runs nor deletes them: they use memory until their keys are deleted</source>
        <translation>Aufgaben, die in keiner Menge der Queue stehen: %1. asynq führt sie weder aus noch löscht es sie: Sie belegen Speicher, bis ihre Schlüssel gelöscht werden</translation>
    </message>
    <message>
        <source>Unique locks of tasks that are gone: %1. New tasks of their kind are refused as duplicates until the locks expire</source>
        <translation>Unique-Sperren verschwundener Aufgaben: %1. Neue Aufgaben dieser Art werden als doppelt abgelehnt, bis die Sperren ablaufen</translation>
    </message>
    <message>
        <source>their lease has expired, so that their server is gone; another server retries or archives them</source>
        <translation>ihre Lease ist abgelaufen, ihr Server also weg; ein anderer Server wiederholt oder archiviert sie</translation>
    </message>
    <message>
        <source>Deduplication keys of jobs that are gone: %1. New jobs with their ids are ignored until the keys expire or are deleted</source>
        <translation>Deduplizierungsschlüssel verschwundener Jobs: %1. Neue Jobs mit diesen Ids werden ignoriert, bis die Schlüssel ablaufen oder gelöscht werden</translation>
    </message>
    <message>
        <source>Finished jobs that are in neither of the sets of finished jobs: %1. Nothing cleans them up: they use memory until their keys are deleted</source>
        <translation>Beendete Jobs, die in keiner der Mengen beendeter Jobs stehen: %1. Nichts räumt sie auf: Sie belegen Speicher, bis ihre Schlüssel gelöscht werden</translation>
    </message>
    <message>
        <source>Messages that workers had when they stopped: %1. They are run once dramatiq finds them, which is left to chance: the less it has to do, the longer it takes</source>
        <translation>Nachrichten, die Worker hatten, als sie endeten: %1. Sie werden ausgeführt, sobald dramatiq sie findet, und das ist Zufall: Je weniger zu tun ist, desto länger dauert es</translation>
    </message>
    <message>
        <source>Messages that are neither in the queue nor with a worker: %1. dramatiq does not run them, and they use memory</source>
        <translation>Nachrichten, die weder in der Queue noch bei einem Worker sind: %1. dramatiq führt sie nicht aus, und sie belegen Speicher</translation>
    </message>
    <message>
        <source>Fetched jobs of servers whose heartbeat stopped: %1. Hangfire enqueues them again half an hour after they were fetched</source>
        <translation>Abgeholte Jobs von Servern ohne Lebenszeichen: %1. Hangfire reiht sie eine halbe Stunde nach dem Abholen wieder ein</translation>
    </message>
    <message>
        <source>their worker has sent no heartbeat for five minutes; Resque counts them as failed when it removes the worker</source>
        <translation>ihr Worker gibt seit fünf Minuten kein Lebenszeichen; Resque zählt sie als fehlgeschlagen, wenn es den Worker entfernt</translation>
    </message>
    <message>
        <source>Workers that stopped in the middle of a job: %1. Their jobs count as started until another worker retries or fails them</source>
        <translation>Worker, die mitten in einem Job endeten: %1. Ihre Jobs gelten als begonnen, bis ein anderer Worker sie wiederholt oder scheitern lässt</translation>
    </message>
    <message>
        <source>Scheduled or failed jobs that are in no registry: %1. RQ neither runs nor lists them: they use memory until their keys expire or are deleted</source>
        <translation>Geplante oder fehlgeschlagene Jobs, die in keinem Register stehen: %1. RQ führt sie weder aus noch listet es sie: Sie belegen Speicher, bis ihre Schlüssel ablaufen oder gelöscht werden</translation>
    </message>
    <message>
        <source>their heartbeat has expired, so that their worker is gone; another worker retries or fails them</source>
        <translation>ihr Lebenszeichen ist abgelaufen, ihr Worker also weg; ein anderer Worker wiederholt sie oder lässt sie scheitern</translation>
    </message>
    <message>
        <source>Jobs of processes whose heartbeat stopped: %1. If a process is gone, its jobs are lost: Sidekiq keeps no other copy of them</source>
        <translation>Jobs von Prozessen ohne Lebenszeichen: %1. Ist ein Prozess weg, sind seine Jobs verloren: Sidekiq hat keine weitere Kopie</translation>
    </message>
    <message>
        <source>in lists of processes that are gone; another process of Sidekiq Pro takes them over, within an hour</source>
        <translation>in Listen verschwundener Prozesse; ein anderer Prozess von Sidekiq Pro übernimmt sie innerhalb einer Stunde</translation>
    </message>
    <message>
        <source>Ids without a job record: %1. A worker that takes one finds nothing to run: the job&apos;s data was deleted, evicted or has expired</source>
        <translation>Ids ohne Job-Datensatz: %1. Ein Worker, der eine nimmt, findet nichts auszuführen: Die Daten des Jobs wurden gelöscht, verdrängt oder sind abgelaufen</translation>
    </message>
    <message>
        <source>active without a lock, so that their worker is gone or hangs; the next check of a worker puts them back, or fails them</source>
        <translation>aktiv ohne Sperre, ihr Worker ist also weg oder hängt; die nächste Prüfung eines Workers stellt sie zurück oder lässt sie scheitern</translation>
    </message>
    <message>
        <source>The lock %1 has no expiry and its worker is gone: taskiq claims no pending entries any more until the key is deleted</source>
        <translation>Die Sperre %1 läuft nicht ab, und ihr Worker ist weg: taskiq übernimmt keine ausstehenden Einträge mehr, bis der Schlüssel gelöscht wird</translation>
    </message>
    <message>
        <source>%1. Requeue puts them back now</source>
        <translation>%1. Neu einreihen stellt sie jetzt zurück</translation>
    </message>
    <message>
        <source>Jobs that a worker took more than a minute ago and never began: %1. They are in neither the queue nor its registries until a worker&apos;s maintenance puts them back</source>
        <translation>Jobs, die ein Worker vor mehr als einer Minute genommen und nie begonnen hat: %1. Sie sind weder in der Queue noch in ihren Registern, bis die Wartung eines Workers sie zurückstellt</translation>
    </message>
    <message>
        <source>%1, bound %2 for each key</source>
        <translation>%1, Schranke %2 für jeden Schlüssel</translation>
    </message>
    <message>
        <source>too many members in several shards</source>
        <translation>zu viele Mitglieder in mehreren Shards</translation>
    </message>
    <message>
        <source>Messages that are in only one of unacked and unacked_index: %1. Celery does not restore them when their worker is gone</source>
        <translation>Nachrichten, die nur in einem von unacked und unacked_index stehen: %1. Celery stellt sie nicht wieder her, wenn ihr Worker fort ist</translation>
    </message>
    <message>
        <source>keys that never expire, bound by expiry: %1</source>
        <translation>Schlüssel, die nie ablaufen, Schranke: Ablaufzeit: %1</translation>
    </message>
    <message>
        <source>%1, %2 more shortly before</source>
        <translation>%1, kurz davor weitere %2</translation>
    </message>
    <message>
        <source>group %1 was removed</source>
        <translation>Gruppe %1 wurde entfernt</translation>
    </message>
    <message>
        <source>groups %1 were removed</source>
        <translation>Gruppen %1 wurden entfernt</translation>
    </message>
    <message>
        <source>groups %1 and %2 more were removed</source>
        <translation>Gruppen %1 und %2 weitere wurden entfernt</translation>
    </message>
</context>
<context>
    <name>proposals</name>
    <message>
        <source>watch</source>
        <translation>beobachten</translation>
    </message>
    <message>
        <source>watched</source>
        <translation>beobachtet</translation>
    </message>
    <message>
        <source>It is in the workspace.</source>
        <translation>Sie ist im Arbeitsbereich.</translation>
    </message>
    <message>
        <source>application</source>
        <translation>Anwendung</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>sure</source>
        <translation>sicher</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>You have changed it.</source>
        <translation>Sie haben sie geändert.</translation>
    </message>
    <message>
        <source>why</source>
        <translation>warum</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
</context>
<context>
    <name>rates</name>
    <message>
        <source>No rate yet: it takes %1 of polls.</source>
        <translation>Noch keine Rate: dazu braucht es Abfragen über %1.</translation>
    </message>
    <message>
        <source>No change in the last %1.</source>
        <translation>Keine Änderung in den letzten %1.</translation>
    </message>
    <message>
        <source>Left out: a single jump by %1.</source>
        <translation>Ausgenommen: ein einzelner Sprung um %1.</translation>
    </message>
    <message>
        <source>Left out: what an operation or an event changed %1 ago, and all before.</source>
        <translation>Ausgenommen: was eine Operation oder ein Ereignis vor %1 änderte, und alles davor.</translation>
    </message>
    <message>
        <source>critical %1 in %2</source>
        <translation>kritisch %1 in %2</translation>
    </message>
    <message>
        <source>warning %1 in %2</source>
        <translation>Warnung %1 in %2</translation>
    </message>
    <message>
        <source>full in %1</source>
        <translation>voll in %1</translation>
    </message>
    <message>
        <source>Steady: the trend is clear in both halves of that time.</source>
        <translation>Stetig: Der Trend ist in beiden Hälften dieser Zeit klar.</translation>
    </message>
    <message>
        <source>No forecast: the trend isn&apos;t clear.</source>
        <translation>Keine Vorhersage: Der Trend ist nicht klar.</translation>
    </message>
    <message>
        <source>Net change since the trend turned %1 ago, from %2 polls.</source>
        <translation>Nettoänderung, seit der Verlauf vor %1 umschlug, aus %2 Abfragen.</translation>
    </message>
    <message>
        <source>Net change over the last %1, from %2 polls.</source>
        <translation>Nettoänderung über die letzten %1, aus %2 Abfragen.</translation>
    </message>
    <message>
        <source>jump +%1</source>
        <translation>Sprung +%1</translation>
    </message>
    <message>
        <source>jump −%1</source>
        <translation>Sprung −%1</translation>
    </message>
    <message>
        <source>Left out until it is clear whether it goes on: %1 in the last seconds.</source>
        <translation>Nicht enthalten, bis klar ist, ob es so weitergeht: %1 in den letzten Sekunden.</translation>
    </message>
    <message>
        <source>rising now</source>
        <translation>steigt jetzt</translation>
    </message>
    <message>
        <source>falling now</source>
        <translation>fällt jetzt</translation>
    </message>
    <message>
        <source>rising</source>
        <translation>steigt</translation>
    </message>
    <message>
        <source>falling</source>
        <translation>fällt</translation>
    </message>
    <message>
        <source>Mean over %1, in which there were about %2.</source>
        <translation>Mittel über %1, in denen es etwa %2 waren.</translation>
    </message>
    <message>
        <source>It has not been known for longer.</source>
        <translation>Länger ist es nicht bekannt.</translation>
    </message>
</context>
<context>
    <name>recording</name>
    <message>
        <source>%1:%2: this line of the recording is damaged: %3</source>
        <translation>%1:%2: Diese Zeile der Aufzeichnung ist beschädigt: %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: this recording is empty</source>
        <translation>%1: Diese Aufzeichnung ist leer</translation>
    </message>
    <message>
        <source>%1:%2: the last line was cut off; it is left out</source>
        <translation>%1:%2: Die letzte Zeile ist abgeschnitten; sie fehlt</translation>
    </message>
    <message>
        <source>%1 is not a recording of Plimsoll</source>
        <translation>%1 ist keine Aufzeichnung von Plimsoll</translation>
    </message>
    <message>
        <source>%1: written by a newer Plimsoll (%2)</source>
        <translation>%1: von einem neueren Plimsoll geschrieben (%2)</translation>
    </message>
    <message>
        <source>it has figures of other collections</source>
        <translation>die Kennzahlen gehören zu anderen Sammlungen</translation>
    </message>
    <message>
        <source>it has keys of other collections</source>
        <translation>die Schlüssel gehören zu anderen Sammlungen</translation>
    </message>
    <message>
        <source>%1 has no keys of the role %2</source>
        <translation>%1 hat keine Schlüssel der Rolle %2</translation>
    </message>
    <message>
        <source>it is not a snapshot</source>
        <translation>sie ist keine Momentaufnahme</translation>
    </message>
    <message>
        <source>%1 exists already; choose another file</source>
        <translation>%1 gibt es schon; eine andere Datei angeben</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
</context>
<context>
    <name>recordtrial</name>
    <message>
        <source>%1 has no field that Plimsoll knows: name them under Options, Fields</source>
        <translation>%1 hat kein Feld, das Plimsoll kennt: Nennen Sie sie unter Optionen, Felder</translation>
    </message>
    <message>
        <source>%1 has %2; no start time, so stale jobs are found by watching</source>
        <translation>%1 hat %2; keine Startzeit, daher zeigt erst die Beobachtung, was verwaist ist</translation>
    </message>
    <message>
        <source>%1 has %2</source>
        <translation>%1 hat %2</translation>
    </message>
    <message>
        <source>%1 is a string, but not a JSON object</source>
        <translation>%1 ist eine Zeichenkette, aber kein JSON-Objekt</translation>
    </message>
    <message>
        <source>one key per job; there is no job now to try it on</source>
        <translation>ein Schlüssel je Job; zurzeit gibt es keinen Job zum Ausprobieren</translation>
    </message>
    <message>
        <source>the first job has no id that Plimsoll knows: set it under Options, Id</source>
        <translation>der erste Job hat keine ID, die Plimsoll kennt: Legen Sie sie unter Optionen, ID fest</translation>
    </message>
    <message>
        <source>the first job of %1 has no record: there is no key %2</source>
        <translation>der erste Job von %1 hat keinen Datensatz: Es gibt keinen Schlüssel %2</translation>
    </message>
    <message>
        <source>%1 is a %2; a record is a hash, or a string of JSON</source>
        <translation>%1 ist vom Typ %2; ein Datensatz ist ein Hash oder eine JSON-Zeichenkette</translation>
    </message>
</context>
<context>
    <name>report</name>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>nothing was recorded from %1 to %2: the history is empty</source>
        <translation>von %1 bis %2 wurde nichts aufgezeichnet: Der Verlauf ist leer</translation>
    </message>
    <message>
        <source>nothing was recorded from %1 to %2: the history reaches from %3 to %4</source>
        <translation>von %1 bis %2 wurde nichts aufgezeichnet: Der Verlauf reicht von %3 bis %4</translation>
    </message>
    <message>
        <source>, database %1</source>
        <translation>, Datenbank %1</translation>
    </message>
    <message>
        <source>The alerts could not be read: %1</source>
        <translation>Die Alarme konnten nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>The journal of operations could not be read: %1</source>
        <translation>Das Journal der Operationen konnte nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>Made by Plimsoll %1 on %2 from what was recorded; the server was not asked. Elements of collections are not in it. Limits are those of the workspace when it was made.</source>
        <translation>Von Plimsoll %1 am %2 aus dem gemacht, was aufgezeichnet wurde; der Server wurde nicht gefragt. Elemente von Sammlungen sind nicht darin. Grenzwerte sind die des Arbeitsbereichs, als er gemacht wurde.</translation>
    </message>
    <message>
        <source>production</source>
        <translation>Produktion</translation>
    </message>
    <message>
        <source>Incident report, </source>
        <translation>Bericht eines Vorfalls, </translation>
    </message>
    <message>
        <source>Server %1. Times are those of %2.</source>
        <translation>Server %1. Zeiten sind die von %2.</translation>
    </message>
    <message>
        <source>alert raised</source>
        <translation>Alarm ausgelöst</translation>
    </message>
    <message>
        <source>alerts raised</source>
        <translation>Alarme ausgelöst</translation>
    </message>
    <message>
        <source>alert cleared</source>
        <translation>Alarm vorbei</translation>
    </message>
    <message>
        <source>alerts cleared</source>
        <translation>Alarme vorbei</translation>
    </message>
    <message>
        <source>still active at its end</source>
        <translation>am Ende noch aktiv</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>No alerts, operations or notes.</source>
        <translation>Kein Alarm wurde ausgelöst oder war aktiv, keine Operation lief, und nichts wurde notiert.</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message>
        <source>There are charts of the first %1, in the order of their alerts.</source>
        <translation>Diagramme gibt es von den ersten %1, in der Reihenfolge ihrer Alarme.</translation>
    </message>
    <message>
        <source>Nothing was recorded for it in this time.</source>
        <translation>In dieser Zeit wurde davon nichts aufgezeichnet.</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>at the beginning</source>
        <translation>am Anfang</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>am Ende</translation>
    </message>
    <message>
        <source>lowest</source>
        <translation>niedrigster</translation>
    </message>
    <message>
        <source>highest</source>
        <translation>höchster</translation>
    </message>
    <message>
        <source>server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>no longer the case</source>
        <translation>nicht mehr so</translation>
    </message>
    <message>
        <source>15 minutes had passed</source>
        <translation>15 Minuten waren um</translation>
    </message>
    <message>
        <source>half of them were back, or 15 minutes had passed</source>
        <translation>die Hälfte war wieder da, oder 15 Minuten waren um</translation>
    </message>
    <message>
        <source>%1, at its end %2</source>
        <translation>%1, an ihrem Ende %2</translation>
    </message>
    <message>
        <source>%1 down to %2</source>
        <translation>%1 bis auf %2 gefallen</translation>
    </message>
    <message>
        <source>%1 up to %2</source>
        <translation>%1 bis auf %2 gestiegen</translation>
    </message>
    <message>
        <source>At worst %1: %2</source>
        <translation>Im schlimmsten Fall %1: %2</translation>
    </message>
    <message>
        <source>It was active before.</source>
        <translation>Er war schon vorher aktiv.</translation>
    </message>
    <message>
        <source>It began %1.</source>
        <translation>Er begann %1.</translation>
    </message>
    <message>
        <source>Cleared.</source>
        <translation>Vorbei.</translation>
    </message>
    <message>
        <source>Cleared after %1.</source>
        <translation>Vorbei nach %1.</translation>
    </message>
    <message>
        <source>cleared</source>
        <translation>vorbei</translation>
    </message>
    <message>
        <source>It was: %1</source>
        <translation>Es war: %1</translation>
    </message>
    <message>
        <source>It was still active at the end.</source>
        <translation>Er war am Ende noch aktiv.</translation>
    </message>
    <message>
        <source>Acknowledged %1.</source>
        <translation>Bestätigt %1.</translation>
    </message>
    <message>
        <source>Acknowledged %1 by %2.</source>
        <translation>Bestätigt %1 von %2.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Operation %1.</source>
        <translation>Operation %1.</translation>
    </message>
    <message>
        <source>Operation %1, by %2.</source>
        <translation>Operation %1, von %2.</translation>
    </message>
    <message>
        <source>It undid %1.</source>
        <translation>Sie machte %1 rückgängig.</translation>
    </message>
    <message>
        <source>By %1.</source>
        <translation>Von %1.</translation>
    </message>
    <message>
        <source>%1 of %2 from %3 to %4</source>
        <translation>%1 von %2 von %3 bis %4</translation>
    </message>
    <message>
        <source>%1 at or under %2</source>
        <translation>%1 bei höchstens %2</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 ab %2</translation>
    </message>
    <message>
        <source>%1 cleared: %2 (it was %3)</source>
        <translation>%1 vorbei: %2 (es war %3)</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the language of these texts, as HTML names it</comment>
        <translation>de</translation>
    </message>
    <message>
        <source>It was meant to undo %1, but changed nothing.</source>
        <translation>Sie sollte %1 rückgängig machen und hat nichts geändert.</translation>
    </message>
</context>
<context>
    <name>sentences</name>
    <message>
        <source>{stale} stale, oldest claimed {oldestProcessingMs} ago</source>
        <translation>{stale} verwaist, am längsten genommen vor {oldestProcessingMs}</translation>
    </message>
    <message>
        <source>{stale} stale</source>
        <translation>{stale} verwaist</translation>
    </message>
    <message>
        <source>nothing is waiting</source>
        <translation>nichts wartet</translation>
    </message>
    <message>
        <source>ready grows {growthPerMinute}/min</source>
        <translation>{growthPerMinute} mehr je Minute</translation>
    </message>
    <message>
        <source>empties in {drainMs}</source>
        <translation>leer in {drainMs}</translation>
    </message>
    <message>
        <source>oldest waits {oldestReadyMs}</source>
        <translation>am längsten wartet {oldestReadyMs}</translation>
    </message>
    <message>
        <source>{due} due</source>
        <translation>{due} fällig</translation>
    </message>
    <message>
        <source>1 dead letter</source>
        <translation>1 Dead Letter</translation>
    </message>
    <message>
        <source>{dead} dead letters</source>
        <translation>{dead} Dead Letters</translation>
    </message>
    <message>
        <source>next in {nextDueMs}</source>
        <translation>nächster in {nextDueMs}</translation>
    </message>
    <message>
        <source>nothing is scheduled</source>
        <translation>nichts ist geplant</translation>
    </message>
    <message>
        <source>expires in {ttlMs}</source>
        <translation>läuft ab in {ttlMs}</translation>
    </message>
    <message>
        <source>{connected} connected</source>
        <translation>{connected} verbunden</translation>
    </message>
    <message>
        <source>of {seen} seen</source>
        <translation>von {seen} gesehenen</translation>
    </message>
    <message>
        <source>1 ghost</source>
        <translation>1 Geist</translation>
    </message>
    <message>
        <source>{ghosts} ghosts</source>
        <translation>{ghosts} Geister</translation>
    </message>
    <message>
        <source>{inactive} inactive</source>
        <translation>{inactive} inaktiv</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>members grow {growthPerMinute}/min</source>
        <translation>{growthPerMinute} Mitglieder mehr je Minute</translation>
    </message>
    <message>
        <source>members shrink {growthPerMinute}/min</source>
        <translation>{growthPerMinute} Mitglieder weniger je Minute</translation>
    </message>
    <message>
        <source>%1 leads with %2</source>
        <translation>%1 führt mit %2</translation>
    </message>
    <message>
        <source>%1 and %2 tie at %3</source>
        <translation>%1 und %2 gleichauf bei %3</translation>
    </message>
    <message>
        <source>%1 leads with %2, %3 ahead</source>
        <translation>%1 führt mit %2, %3 Vorsprung</translation>
    </message>
    <message>
        <source>nothing to report</source>
        <translation>nichts zu melden</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>no event is stored</source>
        <translation>kein Ereignis ist gespeichert</translation>
    </message>
    <message>
        <source>nothing happened within the window</source>
        <translation>nichts ist im Zeitfenster geschehen</translation>
    </message>
    <message>
        <source>{perMinute} events/min</source>
        <translation>{perMinute} Ereignisse pro Minute</translation>
    </message>
    <message>
        <source>the oldest {oldestMs} ago</source>
        <translation>das älteste vor {oldestMs}</translation>
    </message>
    <message>
        <source>1 band starves</source>
        <translation>1 Band verhungert</translation>
    </message>
    <message>
        <source>{starving} bands starve</source>
        <translation>{starving} Bänder verhungern</translation>
    </message>
    <message>
        <source>no job is waiting</source>
        <translation>kein Job wartet</translation>
    </message>
    <message>
        <source>the longest wait is {oldestMs}</source>
        <translation>die längste Wartezeit ist {oldestMs}</translation>
    </message>
    <message>
        <source>1 bucket never expires</source>
        <translation>1 Bucket läuft nie ab</translation>
    </message>
    <message>
        <source>{withoutTtl} buckets never expire</source>
        <translation>{withoutTtl} Buckets laufen nie ab</translation>
    </message>
    <message>
        <source>nothing was seen</source>
        <translation>nichts wurde gesehen</translation>
    </message>
    <message>
        <source>nothing is kept</source>
        <translation>nichts wird aufbewahrt</translation>
    </message>
    <message>
        <source>1 subject at the limit</source>
        <translation>1 Teilnehmer an der Grenze</translation>
    </message>
    <message>
        <source>{limited} subjects at the limit</source>
        <translation>{limited} Teilnehmer an der Grenze</translation>
    </message>
    <message>
        <source>1 subject never expires</source>
        <translation>1 Teilnehmer läuft nie ab</translation>
    </message>
    <message>
        <source>{withoutTtl} subjects never expire</source>
        <translation>{withoutTtl} Teilnehmer laufen nie ab</translation>
    </message>
    <message>
        <source>{subjects} subjects, the busiest with {busiest}</source>
        <translation>{subjects} Teilnehmer, der vollste mit {busiest}</translation>
    </message>
    <message>
        <source>1 lock never expires</source>
        <translation>1 Sperre läuft nie ab</translation>
    </message>
    <message>
        <source>{withoutTtl} locks never expire</source>
        <translation>{withoutTtl} Sperren laufen nie ab</translation>
    </message>
    <message>
        <source>nothing is locked</source>
        <translation>nichts ist gesperrt</translation>
    </message>
    <message>
        <source>1 lock is held</source>
        <translation>1 Sperre wird gehalten</translation>
    </message>
    <message>
        <source>{held} locks are held</source>
        <translation>{held} Sperren werden gehalten</translation>
    </message>
    <message>
        <source>nothing is cached</source>
        <translation>nichts liegt im Cache</translation>
    </message>
    <message>
        <source>1 entry is stale</source>
        <translation>1 Eintrag ist verwaist</translation>
    </message>
    <message>
        <source>{stale} entries are stale</source>
        <translation>{stale} Einträge sind verwaist</translation>
    </message>
    <message>
        <source>{poison} poison</source>
        <translation>{poison} giftig</translation>
    </message>
    <message>
        <source>everything has been read</source>
        <translation>alles ist gelesen</translation>
    </message>
    <message>
        <source>{pending} pending</source>
        <translation>{pending} offen</translation>
    </message>
    <message>
        <source>{expired} expired, the first {lagMs} ago</source>
        <translation>{expired} abgelaufen, der erste vor {lagMs}</translation>
    </message>
    <message>
        <source>nothing has expired</source>
        <translation>nichts ist abgelaufen</translation>
    </message>
    <message>
        <source>grows %1/min</source>
        <translation>wächst um %1 pro Minute</translation>
    </message>
    <message>
        <source>shrinks %1/min</source>
        <translation>schrumpft um %1 pro Minute</translation>
    </message>
    <message>
        <source>no group reads it</source>
        <translation>keine Gruppe liest ihn</translation>
    </message>
    <message>
        <source>{withoutTtl} without expiry</source>
        <translation>{withoutTtl} ohne Ablauf</translation>
    </message>
    <message>
        <source>spread over {buckets} buckets</source>
        <translation>verteilt auf {buckets} Buckets</translation>
    </message>
    <message>
        <source>bound {bound}</source>
        <translation>Schranke {bound}</translation>
    </message>
    <message>
        <source>without a bound</source>
        <translation>ohne Schranke</translation>
    </message>
    <message>
        <source>the next expires in {nextDueMs}</source>
        <translation>als Nächstes läuft eines in {nextDueMs} ab</translation>
    </message>
    <message>
        <source>no scores yet</source>
        <translation>noch hat niemand einen Score</translation>
    </message>
    <message>
        <source>no one is connected</source>
        <translation>niemand ist verbunden</translation>
    </message>
    <message>
        <source>no calls were allowed lately</source>
        <translation>zuletzt wurde niemand eingelassen</translation>
    </message>
    <message>
        <source>{due} due, the first {lagMs} late</source>
        <translation>{due} fällig, der erste {lagMs} zu spät</translation>
    </message>
    <message>
        <source>{over} items over the bound of {bound}</source>
        <translation>{over} Elemente über der Schranke von {bound}</translation>
    </message>
    <message>
        <source>oldest claimed {oldestProcessingMs} ago</source>
        <translation>am längsten genommen vor {oldestProcessingMs}</translation>
    </message>
    <message>
        <source>1 subject, with {busiest}</source>
        <translation>1 Teilnehmer, mit {busiest}</translation>
    </message>
    <message>
        <source>1 item over the bound of {bound}</source>
        <translation>1 Element über der Schranke von {bound}</translation>
    </message>
    <message>
        <source>%1 silent for %2, holds %3</source>
        <translation>%1 seit %2 still, hält %3</translation>
    </message>
    <message>
        <source>{lag} still to be read by its groups</source>
        <translation>{lag} von den Gruppen noch zu lesen</translation>
    </message>
    <message>
        <source>1 more reason</source>
        <translation>1 weiterer Grund</translation>
    </message>
    <message numerus="yes">
        <source>%1 more reasons</source>
        <translation>
            <numerusform>%1 weiterer Grund</numerusform>
            <numerusform>%1 weitere Gründe</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>slowlog</name>
    <message>
        <source>when</source>
        <translation>wann</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>It holds fields that must not be shown (options.redact).</source>
        <translation>Er enthält Felder, die nicht gezeigt werden sollen (options.redact).</translation>
    </message>
    <message>
        <source>The server kept only a part of this command.</source>
        <translation>Der Server hat nur einen Teil dieses Befehls aufbewahrt.</translation>
    </message>
    <message>
        <source>Plimsoll&apos;s own · %1</source>
        <translation>Plimsolls eigener · %1</translation>
    </message>
    <message>
        <source>in a script</source>
        <translation>in einem Skript</translation>
    </message>
</context>
<context>
    <name>storage</name>
    <message>
        <source>%1: it can only be read: the file or its folder is not writable</source>
        <translation>%1: darf nur gelesen werden: In die Datei oder ihren Ordner kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>%1: it is being written to all the time, and can only be read; try again</source>
        <translation>%1: wird ständig geschrieben und darf nur gelesen werden; noch einmal versuchen</translation>
    </message>
</context>
<context>
    <name>streams</name>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>lag</source>
        <translation>Rückstand</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>verwaist</translation>
    </message>
    <message>
        <source>drains in</source>
        <translation>leer in</translation>
    </message>
    <message>
        <source>consumer</source>
        <translation>Verbraucher</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>%1
last delivered: %2</source>
        <translation>%1
zuletzt zugestellt: %2</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>tot</translation>
    </message>
    <message>
        <source>released</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>It holds entries and has made no request for longer than staleAfter.</source>
        <translation>Er hat länger als staleAfter nach nichts gefragt und hält Einträge.</translation>
    </message>
    <message>
        <source>It has read %1 in %2.</source>
        <translation>Sie hat %1 in %2 gelesen.</translation>
    </message>
    <message>
        <source>Unknown: the server lost count, for example after entries were deleted in the middle of the stream or the group was set to another id.</source>
        <translation>Nicht bekannt: Der Server kann es nicht sagen, etwa nachdem Einträge mitten im Strom gelöscht wurden oder die Gruppe auf eine andere ID gesetzt wurde.</translation>
    </message>
    <message>
        <source>Unassigned: any consumer of the group may claim these.</source>
        <translation>Niemandes: Jeder Verbraucher der Gruppe darf übernehmen, was hier ist.</translation>
    </message>
    <message>
        <source>Time until everything is read, at the rate at which the lag has fallen since this page was opened (at most five minutes); never while it does not fall. Of a group that reads all that is added, at the rate at which it reads.</source>
        <translation>Zeit, bis nichts mehr zu lesen ist, so schnell, wie der Rückstand gefallen ist, seit diese Seite geöffnet wurde (höchstens fünf Minuten); nie, solange er nicht fällt. Bei einer Gruppe, die alles liest, was hinzukommt, so schnell, wie sie liest.</translation>
    </message>
</context>
<context>
    <name>troubles</name>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>Arbeitsbereich</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>no longer listed</source>
        <translation>nicht mehr in der Liste</translation>
    </message>
</context>
<context>
    <name>unrecognised</name>
    <message>
        <source>name of the keys</source>
        <translation>Name der Schlüssel</translation>
    </message>
    <message>
        <source>type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>weg</translation>
    </message>
    <message>
        <source>The earlier search found no such keys.</source>
        <translation>Die frühere Suche fand keine solchen Schlüssel.</translation>
    </message>
    <message>
        <source>Keys at the earlier search: %1, now: %2</source>
        <translation>Schlüssel bei der früheren Suche: %1, jetzt: %2</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
</context>
</TS>
