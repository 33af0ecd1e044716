"""The same small conversation in many languages, written for these tests."""

from __future__ import annotations

from typing import Final

__all__ = ["SAID"]

#: By language: what a person asks about a garden, and what is answered.
SAID: Final[dict[str, str]] = {
    "English": (
        "Yesterday I planted three apple trees behind the house, but the soil is dry and full of "
        "stones. How often should I water them during the summer, and what can I do against the "
        "wind? Water young trees twice a week, early in the morning, and put straw around them so "
        "that the soil stays moist. A low hedge on the western side will slow the wind down."
    ),
    "Estonian": (
        "Eile istutasin maja taha kolm õunapuud, aga muld on kuiv ja kive täis. Kui tihti ma pean "
        "neid suvel kastma ja mida teha tuule vastu? Kastke noori puid kaks korda nädalas, varakult "
        "hommikul, ja pange nende ümber õlgi, et muld püsiks niiske. Madal hekk lääneküljel "
        "aeglustab tuult. Talveks mähkige tüved kinni, sest jänesed närivad meelsasti koort."
    ),
    "Indonesian": (
        "Kemarin saya menanam tiga pohon apel di belakang rumah, tetapi tanahnya kering dan penuh "
        "batu. Seberapa sering saya harus menyiraminya selama musim kemarau, dan apa yang dapat "
        "saya lakukan terhadap angin? Siramlah pohon muda dua kali seminggu, pagi-pagi sekali, dan "
        "letakkan jerami di sekelilingnya supaya tanah tetap lembap."
    ),
    "Finnish": (
        "Istutin eilen kolme omenapuuta talon taakse, mutta maa on kuivaa ja täynnä kiviä. Kuinka "
        "usein niitä pitää kastella kesällä, ja mitä voin tehdä tuulta vastaan? Kastele nuoria "
        "puita kahdesti viikossa, varhain aamulla, ja levitä olkia niiden ympärille, jotta maa "
        "pysyy kosteana. Matala pensasaita länsipuolella hidastaa tuulta."
    ),
    "Hungarian": (
        "Tegnap három almafát ültettem a ház mögé, de a föld száraz és tele van kövekkel. Milyen "
        "gyakran kell öntöznöm őket nyáron, és mit tehetek a szél ellen? A fiatal fákat hetente "
        "kétszer öntözze, kora reggel, és tegyen köréjük szalmát, hogy a föld nedves maradjon. Egy "
        "alacsony sövény a nyugati oldalon lelassítja a szelet."
    ),
    "Polish": (
        "Wczoraj posadziłem za domem trzy jabłonie, ale ziemia jest sucha i pełna kamieni. Jak "
        "często mam je podlewać latem i co mogę zrobić przeciw wiatrowi? Młode drzewa podlewaj dwa "
        "razy w tygodniu, wcześnie rano, i rozłóż wokół nich słomę, żeby ziemia pozostała "
        "wilgotna. Niski żywopłot od zachodu spowolni wiatr."
    ),
    "Swahili": (
        "Jana nilipanda miti mitatu ya matufaha nyuma ya nyumba, lakini udongo ni mkavu na umejaa "
        "mawe. Ninapaswa kuimwagilia maji mara ngapi wakati wa kiangazi, na nifanye nini dhidi ya "
        "upepo? Mwagilia miti michanga mara mbili kwa wiki, mapema asubuhi, na uweke majani makavu "
        "kuizunguka ili udongo ubaki na unyevu."
    ),
    "Turkish": (
        "Dün evin arkasına üç elma ağacı diktim ama toprak kuru ve taşlarla dolu. Yazın onları ne "
        "sıklıkla sulamalıyım ve rüzgâra karşı ne yapabilirim? Genç ağaçları haftada iki kez, "
        "sabah erkenden sulayın ve toprağın nemli kalması için çevrelerine saman serin. Batı "
        "tarafında alçak bir çit rüzgârı yavaşlatır."
    ),
    "Vietnamese": (
        "Hôm qua tôi trồng ba cây táo sau nhà, nhưng đất khô và đầy đá. Mùa hè tôi nên tưới bao lâu "
        "một lần, và làm gì để chống gió? Hãy tưới cây non hai lần một tuần, vào sáng sớm, và phủ "
        "rơm quanh gốc để đất luôn ẩm. Một hàng rào thấp ở phía tây sẽ làm gió chậm lại."
    ),
    "German": (
        "Gestern habe ich hinter dem Haus drei Apfelbäume gepflanzt, aber der Boden ist trocken und "
        "voller Steine. Wie oft soll ich sie im Sommer gießen, und was kann ich gegen den Wind tun? "
        "Gießen Sie junge Bäume zweimal in der Woche, früh am Morgen, und legen Sie Stroh um sie "
        "herum, damit der Boden feucht bleibt."
    ),
    "Russian": (
        "Вчера я посадил за домом три яблони, но земля сухая и полна камней. Как часто их нужно "
        "поливать летом и что можно сделать против ветра? Поливайте молодые деревья дважды в "
        "неделю, рано утром, и положите вокруг них солому, чтобы земля оставалась влажной."
    ),
    "Japanese": (
        "昨日、家の裏にりんごの木を三本植えましたが、土が乾いていて石だらけです。夏の間はどのくらいの頻度で"
        "水をやればよいですか。風にはどう備えればよいでしょうか。若い木には週に二回、朝早く水をやり、土が湿った"
        "ままになるように根元にわらを敷いてください。"
    ),
}
