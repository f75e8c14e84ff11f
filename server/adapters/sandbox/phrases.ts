export type Theme = "winter" | "coffee" | "mountain" | "any";
export type Tone = "evergreen" | "memes" | "sales";
export type Language = "sr" | "en";

type Texts = readonly [string, ...string[]];

/** Whole posts by theme, tone and language. */
export const phrases: Readonly<Record<Theme, Record<Tone, Record<Language, Texts>>>> = {
  winter: {
    evergreen: {
      sr: [
        "Prvi sneg, topla jakna i nigde ne žurite. Tako počinje dobra zima. ❄️",
        "Slojevi su tajna: tanka majica, džemper od vune, pa jakna. Ništa vam više ne treba.",
        "Šal nije ukras. Šal je zagrljaj koji možete da ponesete sa sobom.",
        "Boja ove zime? Tamnozelena kao šuma na Tari. Koja je vaša?",
        "Džepovi dovoljno veliki za rukavice, telefon i jednu čokoladu. Merili smo. 🍫",
        "Subota ujutru, prazan grad, sneg pod čizmama. Ko još voli taj zvuk?",
        "Svaki komad šijemo u Novom Sadu, u seriji od najviše sto. Kad ga obučete, znaćete zašto.",
        "Kako da vuna traje deset zima? Perite je retko, ručno i u mlakoj vodi, sušite je položenu i nikad na radijatoru. Čuvajte je u platnenoj kesi, sa kedrom ili lavandom. I ne nosite isti džemper dva dana zaredom: vuna koja se odmara između dva nošenja sama se oporavi i ostaje meka kao prvog dana.",
      ],
      en: [
        "Cold hands, warm pockets. The new lined jacket is made for mornings like this one.",
        "Wool breathes, cotton waits, down forgives. Know your layers before the first frost.",
        "Every piece is sewn in Novi Sad, in runs of a hundred at most.",
      ],
    },
    memes: {
      sr: [
        "Ja u novembru: „Nije još hladno.“ Ja dva minuta kasnije: tri džempera i ćebe. 😅",
        "Kad mama kaže „obuci se“, a ti već nosiš sve što imaš.",
        "Očekivanje: šetnja po snegu. Stvarnost: čaj, ćebe, serija.",
        "Niko: … Baš niko: … Ja, čim padne ispod osamnaest: kape na glave!",
      ],
      en: ["My winter plan: become a burrito of blankets and reappear in April."],
    },
    sales: {
      sr: [
        "Jakna „Durmitor“ je ponovo na stanju: vodootporna, lagana, 14.990 RSD. Veličine odlaze brzo.",
        "Ove nedelje su svi džemperi 25% jeftiniji. Akcija traje do nedelje u ponoć. 🧣",
        "Kupite kapu, šal je naš poklon. Dok ima zaliha, u radnji i na sajtu.",
        "Poslednjih dvanaest komada kaputa „Ruža vetrova“: sa 21.900 na 16.400 RSD.",
      ],
      en: ["The Durmitor jacket is back in stock: waterproof, light, 14,990 RSD. Sizes go fast."],
    },
  },
  coffee: {
    evergreen: {
      sr: [
        "Dobro jutro iz Šoljice! Danas melje Jovana, a miriše cela ulica. ☕",
        "Espreso traži dvadeset pet sekundi. Toliko imamo i najgoreg ponedeljka.",
        "Čaj, ćebe i dobra knjiga. Šta vama treba za savršeno popodne?",
        "Zrno iz Etiopije, prženo u utorak, u šolji danas. Jasmin, breskva, malo limunove kore.",
        "Kućna pravila: knjige se čitaju, kolači se dele, a telefoni se odmaraju.",
        "Đorđe je danas ispekao pitu od višanja po bakinom receptu. Ima još šest parčića.",
        "Sedite napolju, imamo ćebad. Terasa radi i kad zahladi.",
        "Kako se kod kuće kuva kafa kao kod nas? Petnaest grama sveže mlevene kafe na dva i po decilitra vode, devedeset tri stepena, tri minuta strpljenja. Prvo prelijte samo toliko da se kafa „probudi“, sačekajte pola minuta, pa polako dolijte ostatak. Ako je gorka, meljite krupnije; ako je kisela, sitnije. Sve ostalo je navika, a navike se kod nas vežbaju besplatno, svake srede od šest.",
      ],
      en: [
        "Slow coffee for fast days. Come in, sit down, stay a while.",
        "New on the shelf: a natural from Ethiopia. Jasmine, peach and a little lemon peel.",
        "House rules: books are read, cakes are shared, phones take a rest.",
      ],
    },
    memes: {
      sr: [
        "Pre kafe: ne. Posle kafe: možda.",
        "„Samo jednu kafu pa idem.“ (svi, pre tri sata)",
        "Lekar: „Smanjite kafu.“ Ja: „Može. Koliko je to šolja manje od sedam?“",
        "Ponedeljak je zvao. Rekla sam da sam na kafi. ☕😴",
      ],
      en: ["But first, coffee. And second. And we will see about the third."],
    },
    sales: {
      sr: [
        "Druga šolja je naša, svakog radnog dana od 8 do 10. Povedite društvo.",
        "Kilogram prženog zrna ove nedelje 2.390 RSD umesto 2.990. Meljemo kako želite.",
        "Poklon-kartica Šoljice: za one koji kažu da im ništa ne treba. 🎁",
        "Set za filter kafu, sa sto filtera i 250 g zrna, sada 4.800 RSD.",
      ],
      en: ["Buy any 250 g bag, and the second one is half price. This week only."],
    },
  },
  mountain: {
    evergreen: {
      sr: [
        "Vršački breg u šest ujutru: magla u ravnici, sunce na kuli. Vredelo je ustati. ⛰️",
        "U ranac idu: voda, sloj više, čeona lampa, nešto slatko. Tim redom.",
        "Staza nije trka. Ko stane da pogleda, taj je stigao.",
        "U nedelju idemo na Gudurički vrh. Polazak u 7.30 ispred doma, 14 km, srednje teško. Prijave u komentarima!",
        "Markacije su obnovljene od Kule do Širokog bila. Hvala svima koji su nosili boju, četke i dobro raspoloženje.",
        "Jesen u bukovoj šumi traje dve nedelje. Ovo je ta druga. 🍂",
        "Rtanj, Ovčar, Kablar, Trem: koji vrh vam je sledeći?",
        "Početnik pita, mi odgovaramo: koje cipele? One koje ste već razgazili. Najskuplje cipele na prvoj turi znače plikove na prvoj turi. Nosite ih nedelju dana po gradu, sa čarapama u kojima ćete ići, pa tek onda na breg. I ponesite rezervni par čarapa: teške su kao dve jabuke, a spasu dan.",
      ],
      en: [
        "Sunrise from the Vršac tower. Fog below, sun above, tea in between.",
        "Leave no trace: what you carried in full, you can carry out empty.",
        "The trail is not a race. Whoever stops to look has arrived.",
      ],
    },
    memes: {
      sr: [
        "„Još samo pet minuta do vrha.“ (vodič, pre sat vremena)",
        "Tri vrste planinara: onaj sa kartom, onaj sa kobasicom i onaj što pita gde je parking.",
        "Kolena posle spusta: „Ne javljaj se više.“ 🦵",
        "Kad kažu „laka staza“, a baka od sedamdeset te pretiče.",
      ],
      en: ["The best machine at the gym is the one on top of the mountain that sells tea."],
    },
    sales: {
      sr: [
        "Majice kluba su stigle! Članovima 1.200 RSD, ostalima 1.600. Svaka majica je metar nove markacije.",
        "Članarina za narednu godinu: 2.400 RSD, za đake i studente upola. Uplata u domu, sredom od 18 h.",
        "Još četiri mesta za Durmitor u junu: prevoz, dva noćenja i vodič za 11.900 RSD.",
        "Rasprodaja opreme: dereze, štapovi i vreće za spavanje do pola cene. Subota, od 10 do 14.",
      ],
      en: ["Four seats left for Durmitor in June: bus, two nights and a guide for 11,900 RSD."],
    },
  },
  any: {
    evergreen: {
      sr: [
        "Mali korak svakog dana. Za godinu dana to je ceo put.",
        "Šta vas je danas nasmejalo? Pišite nam, čitamo svaki komentar.",
        "Dobro se ne žuri. Dobro se radi.",
        "Iza svake dobre stvari stoji neko ko je ostao još pola sata. Hvala vam, ekipo!",
        "Tri stvari za danas: čaša vode, deset minuta napolju, jedna lepa reč nekome.",
        "Petak je dobar dan da se završi ono što je ponedeljak započeo.",
      ],
      en: [
        "One small step a day. In a year, that is the whole road.",
        "What made you smile today? Tell us, we read every comment.",
        "Good things take the time they take.",
        "Three things for today: a glass of water, ten minutes outside, one kind word.",
        "Behind every good thing is someone who stayed another half an hour. Thank you, team!",
      ],
    },
    memes: {
      sr: [
        "Plan: da završim sve do pet. Pet sati: 🙃",
        "Obaveze: 1. napravi listu obaveza ✅ 2. odmori se od toga",
        "Kad sastanak može da bude poruka, a poruka može da bude ćutanje.",
      ],
      en: [
        "My to-do list: 1. write a to-do list ✅ 2. rest from it",
        "This meeting could have been an email. The email could have been silence.",
        "Monday and I have agreed to ignore each other.",
      ],
    },
    sales: {
      sr: [
        "Ponuda nedelje je počela: do nedelje u ponoć 20% popusta na sve iz izloga.",
        "Stiglo je novo! Prvih pedeset porudžbina šaljemo bez poštarine.",
        "Ostalo je još malo, a cena je bolja nego juče. Pogledajte dok ima.",
      ],
      en: [
        "This week's offer is on: 20% off everything in the window until Sunday midnight.",
        "New arrivals! The first fifty orders ship for free.",
        "A small thing that someone will be glad of: see what is new in our window.",
      ],
    },
  },
};

/** Sentences to put before a phrase, so that a phrase can be used again with another text. */
export const openers: Readonly<Record<Tone, Record<Language, Texts>>> = {
  evergreen: {
    sr: ["", "Misao za danas:", "Vredi ponoviti:", "Za dobar početak:"],
    en: ["", "A thought for today:", "Worth saying again:", "For a good start:"],
  },
  memes: {
    sr: ["", "Istina dana:", "Bez komentara:", "Priznajte:"],
    en: ["", "True story:", "No comment:", "Admit it:"],
  },
  sales: {
    sr: ["", "Da vam ne promakne:", "Vest iz radnje:", "Podsećamo:"],
    en: ["", "Do not miss it:", "News from the shop:", "A reminder:"],
  },
};

/** Sentences to put after a phrase. Many are empty. */
export const closers: Readonly<Record<Tone, Record<Language, Texts>>> = {
  evergreen: {
    sr: [
      "",
      "",
      "Šta vi mislite?",
      "Označite nekoga kome ovo treba.",
      "Sačuvajte za kasnije. 🔖",
      "Lep dan!",
    ],
    en: [
      "",
      "",
      "What do you think?",
      "Tag someone who needs this.",
      "Save it for later. 🔖",
      "Have a good day!",
    ],
  },
  memes: {
    sr: ["", "", "Ko se prepoznao?", "Označite krivca. 😄"],
    en: ["", "", "Who is this?", "Tag the culprit. 😄"],
  },
  sales: {
    sr: ["", "", "Link je u opisu profila.", "Vidimo se u radnji!"],
    en: ["", "", "The link is in our profile.", "See you in the shop!"],
  },
};

/** Image prompts by theme. */
export const scenes: Readonly<Record<Theme, Texts>> = {
  winter: [
    "A folded wool jacket on a wooden chair, soft window light",
    "Fresh snow on an empty street at dawn, one lit shop window",
    "A knitted scarf in dark green, close up",
  ],
  coffee: [
    "A cup of coffee on a wooden table, steam in morning light",
    "Roasted beans in a glass jar beside a brass grinder",
    "A small café terrace in autumn, blankets on the chairs",
  ],
  mountain: [
    "A ridge above the fog at sunrise, a stone tower far away",
    "A beech forest in autumn, a marked trail between the trees",
    "Two hikers resting by a wooden signpost, hills behind them",
  ],
  any: [
    "A calm landscape in warm colours, flat illustration",
    "Simple geometric shapes in harmonious colours",
    "Tall plants in front of a low sun, flat illustration",
  ],
};
