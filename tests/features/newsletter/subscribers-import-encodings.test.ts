import { describe, expect, it } from "vitest";
import { likelihood } from "@/features/newsletter/import/letters";
import { checked } from "./imported-file";

const split = (...lines: readonly string[]) => lines.flatMap((line) => line.split(" "));

/** Common first and last names by the encoding of their language's Windows. */
const names = {
  "windows-1250": {
    Serbian: split(
      "Đorđe Đurđa Đurić Jovanović Petrović Nikolić Marković Đorđević Stojanović Ilić Stanković Pavlović",
      "Milošević Anđela Anđelković Živković Mlađan Nađa Srđan Ćirić Ćosić Čedomir Vučić Kovačević",
      "Čvorović Rađenović Obrađović Đokić Đukić Božić Šćepanović Žarković Ivančić Đuro Gvozdenović",
      "Milenković Čanak Tomčić Rađa Vlađo Brđanin Lukač Račić Begić Hadžić Đina",
    ),
    Croatian: split(
      "Horvat Kovačević Babić Marić Jurić Novak Kovačić Knežević Vuković Marković Petrović Matić Tomić",
      "Pavlović Kovač Božić Blažević Grgić Perić Pavić Radić Šarić Lovrić Vidović Perković Popović",
      "Bošnjak Jukić Barišić Živković Đurđica Đurđa Anđelka Anđelko Krešimir Šimić Čolić Ančić Pilić",
      "Krč Čačić Bračko Novčić Hrvoje Jakov",
    ),
    Slovene: split(
      "Kovačič Zupančič Močnik Hočevar Božič Golob Turk Kralj Žagar Černe Črnko Črt Štrukelj Čeh Jančar",
      "Mlinarič Petrič Ivančič Rožič Pečnik Jerič Kočevar Kranjčič Vrečko Slapničar Žnidaršič Bračič",
      "Ličen Uršič Pirnat Račič Kos Žiga Matjaž Blaž Aljoša Tjaša Špela Nežka Andraž Urška Čuk",
    ),
    Czech: split(
      "Jiří Dvořák Dvořáková Novotný Černý Procházka Kučera Veselý Horák Němec Pokorný Pospíšil Hájek",
      "Jelínek Král Růžička Beneš Fiala Sedláček Doležal Zeman Kolář Navrátil Čermák Vaněk Urban Blažek",
      "Kříž Kopecký Ondřej Řehoř Kateřina Zdeněk Tomáš Matěj Vojtěch Věra Přemysl Bedřich Soňa Táňa",
      "Naďa Láďa Řezníček Říha Petřík Petrů Martinů Janků Vlček Havlíček Janáček Mařík Ďurica Vaňková",
      "Jiřina Břetislav Hořejší Kašpařka Ořechovský",
    ),
    Polish: split(
      "Kowalski Wiśniewski Wiśniewska Wójcik Kowalczyk Kamiński Lewandowski Zieliński Woźniak Szymański",
      "Dąbrowski Kozłowski Mazur Jankowski Wojciechowski Kwiatkowski Krawczyk Kaczmarek Piotrowski",
      "Grabowski Pawłowski Michał Łukasz Paweł Małgorzata Grażyna Żaneta Jędrzej Świętek Zięba Dębski",
      "Węgrzyn Stępień Kępa Gołąb Wałęsa Kościuszko Bogusław Stanisław Józef Kończak Maćkowiak Ćwik",
      "Śliwa Pańko Gdański Zaręba Błażej Wróbel Częstochowski",
    ),
    Hungarian: split(
      "Győző Nagy Kovács Tóth Szabó Horváth Varga Kiss Molnár Németh Farkas Balogh Papp Takács Juhász",
      "Lakatos Mészáros Oláh Simon Rácz Fekete Szilágyi Török Fehér Balázs Gál Kis Szűcs Kocsis Pintér",
      "Fodor Orsós Szalai Sipos Magyar Lukács Gulyás Bíró Király Katona László Jakab Bogdán Hegedűs Erdős",
      "Szőke Petőfi Lőrinc Kőrösi Ernő Dezső Jenő Gergő Fűzi Őri",
    ),
  },
  "windows-1251": {
    "Serbian in Cyrillic": split(
      "Ђорђе Љубица Његош Јовановић Петровић Николић Марковић Ђорђевић Стојановић Илић Станковић",
      "Павловић Милошевић Анђела Живковић Срђан Ћирић Чедомир Вучић Ковачевић Ана Ива Ања Вук Лука Сања",
      "Жељко Драган Милица Јелена Зоран Горан Душан Марија Џевад Ђура",
    ),
    Russian: split(
      "Иван Петров Анна Ольга Наталья Татьяна Елена Ирина Светлана Мария Алексей Сергей Андрей Дмитрий",
      "Александр Михаил Владимир Николай Юрий Евгений Смирнов Иванов Кузнецов Попов Васильев Соколов",
      "Михайлов Новиков Фёдоров Морозов Волков Лев Илья Яна Щукин Эдуард",
    ),
    Bulgarian: split(
      "Георги Иван Димитър Петър Мария Йордан Христо Стефан Николай Елена Йорданка Пенка Стоян Васил",
      "Тодор Атанас Ангел Красимир Пламен Иванка Румен Емил Петя Даниела Цветан Боряна Живко Янко",
      "Ралица Гергана Щерев Ъглова",
    ),
  },
  "windows-1252": {
    Danish: split(
      "Sørensen Bjørn Kjærsgård Jørgensen Jørgen Søren Møller Kjær Nørgaard Østergaard Bæk Bækgaard",
      "Næss Lærke Åse Åge Håkon Pål Gråbøl Brøndby Mølgaard Thøgersen Grøn Høj Høeg Højgaard Kæthe Bent",
      "Ægidius Skjød Ågård Damgård Søndergård Bødker Jæger Øster Ørsted Præst Løkke Dræby Krøyer Røed",
    ),
    Norwegian: split(
      "Bjørn Øyvind Øystein Øivind Håkon Håvard Ødegård Ødegaard Bø Bøe Sæther Sætre Næss Nærland Gjøran",
      "Hårstad Bjørg Bjørnar Bjørnstad Tønnesen Sørlie Størseth Sølvi Åsmund Åshild Pål Kåre Trøen Frøya",
      "Frøydis Gro Mørk Mæhlum Tromsø Skjæveland Sørbø Brønn Rønning Bakke Østby Kjølstad Lønning Høyer",
      "Torbjørn Torbjørnsen Grønvold Lægreid Sandø Rødland",
    ),
    Swedish: split(
      "Åsa Åke Håkan Mårten Göran Björn Jörgen Sören Östen Örjan Märta Gösta Sjöberg Åkesson Åberg",
      "Åström Nyström Söderberg Sjögren Lindström Håkansson Mårtensson Bergström Hägg Pålsson Strömberg",
      "Norén Lidén Östlund Ågren Ström Öberg Påhl Råberg Blåkläder Gårdh Hedén",
    ),
    Finnish: split(
      "Hämäläinen Mäkinen Mäkelä Väisänen Räsänen Heikkilä Jääskeläinen Pöysti Öhman Åkerlund Ståhlberg",
      "Päivi Tähti Äijälä Väinö Yrjö Hämeenlinna Särkkä Pääkkönen Lehtimäki Åström Nyström Sjöblom",
      "Lindström Häkkinen Mäntylä Ylönen Kärkkäinen Hietämäki Åbo Håkan Mårten",
    ),
    Icelandic: split(
      "Þór Æsa Guðrún Guðmundur Sigurður Jón Ólafur Magnús Kristín Sigríður Þórður Þórunn Þorsteinn",
      "Þorbjörg Þuríður Hörður Njörður Garðar Auður Heiða Heiðar Heiðrún Ragnheiður Aðalheiður Aðalsteinn",
      "Davíð Eðvarð Friðrik Guðni Guðjón Óðinn Ævar Ægir Sæmundur Snæbjörn Sæunn Hafþór Sigþór Arnþór",
      "Steinþór Bergþóra Viðar Ásgerður Þráinn Eiður Björk Ingibjörg Jóhanna",
    ),
    Faroese: split(
      "Jógvan Jóannes Páll Bárður Høgni Bjarni Hanus Tróndur Sjúrður Eyðun Turið Súsanna Rannvá Rói",
      "Bjørn Bjørk Jørundur Jákup Óli Eyðbjørg Heðin Marjun Sólrun Guðrið Magnus Ragnhild Sørina Kjartan",
      "Mørkøre Djurhuus Næs Højgaard Fróði Eiðis Rætt Tórður Øssur",
    ),
    French: split(
      "Hélène Geneviève Michèle Thérèse Irène Eugène Adèle Solène Mylène Gisèle Agnès Ève François Françoise",
      "Benoît Gaël Noël Joël Anaïs Loïc Héloïse Aïcha Moïse Saïd Lefèvre Carrière Rivière Ferrière Bergère",
      "Angèle Arsène Clémence Cécile Frédéric Jérôme Zoé Chloé Léa Désirée Bérangère Garçon Prêtre",
      "Molière Barthès Genève Hervé",
    ),
    Spanish: split(
      "Muñoz Núñez Peña Ibáñez Ordóñez Zúñiga Avendaño Begoña Iñaki Íñigo Ñúñez Cañizares Castañeda Yáñez",
      "Patiño Treviño Bolaños Nuño Toño Logroño Acuña Montaño Riaño Piñeiro Saldaña Quiñones Viñas Niño",
      "García Martínez López Rodríguez González Sánchez Pérez Gómez Jiménez Agüero Güell MUÑOZ PEÑA Mª",
    ),
    German: split(
      "Jürgen Müller Schröder Weiß Groß Strauß Köhler Krämer Schäfer König Jäger Günther Böhm Grün Kühn",
      "Björn Sören Jörg Käthe Bärbel Änne Özil Übel Lüdtke Vogel Schönberg Möller Kröger Bäcker Hübner",
      "Fuß Voß Heß René André Großmann Löffler",
    ),
    Portuguese: split(
      "João Conceição Magalhães Simões Guimarães Falcão Leitão Brandão Sebastião Fernão Estêvão Inês",
      "Camões Assunção Gusmão Aragão Galvão Romão Simão Damião Adão Lourenço Gonçalves Mendonça França",
      "Antônio Ângela Júlia Flávio Cláudio César Luís Sônia Vânia Mônica Zênia Gênova Seixão Bastião",
    ),
  },
} as const;

/** Names that are as likely in another encoding: one of them alone is read wrongly. */
const unclear: readonly string[] = ["Heðin", "Prêtre"];

const codes = (label: string) =>
  new Map(
    Array.from({ length: 256 }, (_, code) => [
      new TextDecoder(label).decode(Uint8Array.of(code)),
      code,
    ]),
  );

/** The names as they are read from a file in an encoding. */
function readFrom(label: string, given: readonly string[]) {
  const code = codes(label);
  const text = `email,name\n${given.map((name, n) => `e${n}@x.rs,${name}\n`).join("")}`;
  const bytes = Uint8Array.from(text, (letter) => {
    const found = code.get(letter);
    if (found === undefined) throw new Error(`${label} has no ${letter}.`);
    return found;
  });
  return checked(bytes).good.map(({ name }) => name);
}

const inRows = (list: readonly string[], size: number) =>
  Array.from({ length: Math.floor(list.length / size) }, (_, n) =>
    list.slice(n * size, (n + 1) * size),
  );

describe.each(Object.entries(names))("A file in %s", (label, languages) => {
  it.each(Object.entries(languages))("is read as it is with one name: %s", (_, list) => {
    expect(list.length).toBeGreaterThanOrEqual(30);
    const wrong = list.filter((name) => readFrom(label, [name])[0] !== name);
    expect(wrong).toEqual(unclear.filter((name) => list.includes(name)));
  });

  it.each(Object.entries(languages))("is read as it is with 5 and 20 names: %s", (_, list) => {
    for (const rows of [...inRows(list, 5), ...inRows(list, 20)]) {
      expect(readFrom(label, rows)).toEqual(rows);
    }
  });
});

// Node reads these bytes of Windows-1252 as controls; browsers do not.
describe("A letter between 80 and 9F", () => {
  it.each([
    ["Lebœuf", "Lebśuf"],
    ["Œuvrard", "Śuvrard"],
  ])("is Western European in %s", (name, other) => {
    expect(likelihood(name, "Windows-1252 (Western European)")).toBeGreaterThan(
      likelihood(other, "Windows-1250 (Central European)"),
    );
  });

  it.each([
    ["Wiśniewski", "Wiœniewski"],
    ["Śliwa", "Œliwa"],
    ["Jaś", "Jaœ"],
    ["Woźniak", "WoŸniak"],
  ])("is Central European in %s", (name, other) => {
    expect(likelihood(name, "Windows-1250 (Central European)")).toBeGreaterThan(
      likelihood(other, "Windows-1252 (Western European)"),
    );
  });

  it.each(["Tomáš", "Šarić", "Žiga"])("changes nothing where both have it: %s", (name) => {
    const letters = name.replace("ć", "c");
    expect(likelihood(letters, "Windows-1250 (Central European)")).toBe(0);
    expect(likelihood(letters, "Windows-1252 (Western European)")).toBe(0);
  });
});
